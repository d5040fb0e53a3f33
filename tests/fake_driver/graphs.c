/* graphs.c - what captures note, graphs that are made of it, launched and updated */
#include "driver.h"

/* The driver gives the notes of a capture a room that doubles. */
node *node_add(const stream *s, int type)
{
    node_list *list;
    node *items;
    if (!s->capture) return NULL;
    list = &capture_of(s)->nodes;
    if (list->count == list->room) {
        const int room = list->room ? 2 * list->room : 8;
        items = (node *)realloc(list->items, (size_t)room * sizeof *items);
        if (!items) return NULL;
        list->items = items;
        list->room = room;
    }
    memset(&list->items[list->count], 0, sizeof *list->items);
    list->items[list->count].type = type;
    return &list->items[list->count++];
}

void nodes_free(node_list *list)
{
    for (int i = 0; i < list->count; i++) {
        for (int k = 0; k < list->items[i].parameter_count; k++) free(list->items[i].parameters[k]);
    }
    free(list->items);
    memset(list, 0, sizeof *list);
}

/* The nodes move to the executable graph; a graph is instantiated once here. */
static CUresult instantiate(int slot, CUgraphExec *out)
{
    int made = slot_new(EXECUTABLE, 0);
    if (made < 0) return CUDA_ERROR_OUT_OF_MEMORY;
    fake.executables[made].nodes = fake.graphs[slot].nodes;
    fake.executables[made].is_fresh = 1;
    fake.executables[made].capture_id = fake.graphs[slot].capture_id;
    memset(&fake.graphs[slot].nodes, 0, sizeof fake.graphs[slot].nodes);
    *out = (CUgraphExec)handle_of(EXECUTABLE, made);
    return CUDA_SUCCESS;
}

ENTRY CUresult CUDAAPI cuGraphInstantiateWithFlags(CUgraphExec *out, CUgraph graph, unsigned long long flags)
{
    CUresult result = call_begin("cuGraphInstantiateWithFlags", IN_CONTEXT, "flags=%u", (unsigned)flags);
    int slot = slot_of(GRAPH, graph);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = check_safe();
    if (!result) result = instantiate(slot, out);
    return call_end(result);
}

ENTRY CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec graph)
{
    CUresult result = call_begin("cuGraphExecDestroy", IN_CONTEXT, "");
    int slot = slot_of(EXECUTABLE, graph);
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        hosts_wait_all(current_slot());
        nodes_free(&fake.executables[slot].nodes);
        fake.executables[slot].head.alive = 0;
        graph_let_go(fake.executables[slot].capture_id);
    }
    result = call_end(result);
    run_ended();
    return result;
}

static void node_run(const node *n)
{
    block *b;
    switch (n->type) {
    case NODE_KERNEL:
        if (n->parameter_count)
            run_kernel(&fake.functions[n->function], n->grid, n->threads, (void **)(uintptr_t)n->parameters);
        return;
    case NODE_COPY: memmove((void *)(uintptr_t)n->to, (const void *)(uintptr_t)n->from, n->bytes); return;
    case NODE_FILL: fill(n->to, n->value, n->threads, n->bytes); return;
    case NODE_ALLOCATE:
        b = block_of(n->to);
        if (b) b->is_out = 1;
        return;
    default: return;
    }
}

ENTRY CUresult CUDAAPI cuGraphLaunch(CUgraphExec graph, CUstream handle)
{
    CUresult result = call_begin("cuGraphLaunch", IN_CONTEXT, "stream=%s", handle);
    int slot = slot_of(EXECUTABLE, graph), i;
    stream *s;
    if (!result && slot < 0) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) result = stream_use(handle, &s);
    if (!result && s->capture) result = CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    for (i = 0; !result && i < fake.executables[slot].nodes.count; i++)
        node_run(&fake.executables[slot].nodes.items[i]);
    if (!result) stream_work(s);
    result = call_end(result);
    for (i = 0; !result && i < fake.executables[slot].nodes.count; i++) { /* after the lock is free */
        const node *n = &fake.executables[slot].nodes.items[i];
        int started;
        if (n->type != NODE_HOST) continue;
        pthread_mutex_lock(&driver_lock);
        started = host_start(s, n->host, n->data);
        pthread_mutex_unlock(&driver_lock);
        if (!started) n->host(n->data);
    }
    return result;
}

/* What is different: CU_GRAPH_EXEC_UPDATE_ERROR_..., 0 for nothing that matters. */
static CUgraphExecUpdateResult difference(const node_list *old, const node_list *fresh)
{
    if (old->count != fresh->count) return CU_GRAPH_EXEC_UPDATE_ERROR_TOPOLOGY_CHANGED;
    for (int i = 0; i < old->count; i++) {
        const node *a = &old->items[i], *b = &fresh->items[i];
        if (a->type != b->type) return CU_GRAPH_EXEC_UPDATE_ERROR_NODE_TYPE_CHANGED;
        if (a->type == NODE_ALLOCATE || a->type == NODE_FREE) return CU_GRAPH_EXEC_UPDATE_ERROR_NOT_SUPPORTED;
        if (a->type == NODE_KERNEL && a->function != b->function) return CU_GRAPH_EXEC_UPDATE_ERROR_FUNCTION_CHANGED;
        if (a->type == NODE_COPY && !block_of(a->from) != !block_of(b->from))
            return CU_GRAPH_EXEC_UPDATE_ERROR_PARAMETERS_CHANGED;
    }
    return CU_GRAPH_EXEC_UPDATE_SUCCESS;
}

ENTRY CUresult CUDAAPI cuGraphExecUpdate_v2(CUgraphExec graph, CUgraph from, CUgraphExecUpdateResultInfo *info)
{
    CUresult result = call_begin("cuGraphExecUpdate", IN_CONTEXT, "");
    int slot = slot_of(EXECUTABLE, graph), other = slot_of(GRAPH, from);
    uint64_t before;
    if (!result && (slot < 0 || other < 0)) result = CUDA_ERROR_INVALID_VALUE;
    if (!result) {
        node_list *old = &fake.executables[slot].nodes, *fresh = &fake.graphs[other].nodes;
        memset(info, 0, sizeof *info);
        info->result = difference(old, fresh);
        if (info->result != CU_GRAPH_EXEC_UPDATE_SUCCESS) {
            result = CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE;
        } else {
            nodes_free(old);
            *old = *fresh;
            memset(fresh, 0, sizeof *fresh);
            before = fake.executables[slot].capture_id;
            fake.executables[slot].capture_id = fake.graphs[other].capture_id;
            graph_let_go(before);
        }
    }
    result = call_end(result);
    run_ended();
    return result;
}

EXPORTED int fake_live_executables(void)
{
    LOCKED(int, count_alive(EXECUTABLE, 0));
}
