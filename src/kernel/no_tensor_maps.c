/* kernel/no_tensor_maps.c: what CUCORE_NO_TENSOR_MAPS leaves of tensor maps: their refusal. */
CUCORE__PRIVATE CUCORE__COLD cucore_status cucore__tensor_map_refuse(void)
{
    return cucore_fail(CUCORE_UNSUPPORTED,
                       "this module was compiled with CUCORE_NO_TENSOR_MAPS, which leaves out tensor maps");
}

CUCORE_API cucore_status cucore_tensor_map_make(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                cucore_tensor_map *out)
{
    (void)view, (void)spec, (void)out;
    return cucore__tensor_map_refuse();
}

CUCORE_API cucore_status cucore_tensor_map_replace_address(const cucore_view *view, const cucore_tensor_map_spec *spec,
                                                           cucore_tensor_map *map)
{
    (void)view, (void)spec, (void)map;
    return cucore__tensor_map_refuse();
}
