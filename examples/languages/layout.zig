//! Layouts in Zig, which reads the header itself.
//!
//!     zig run examples/languages/layout.zig examples/languages/cucore_shared.c -I. -lc
const std = @import("std");
const c = @cImport({
    @cDefine("CUCORE_PREFIX", "cucore");
    @cInclude("cucore.h");
});

fn make(shape: []const i64, itemsize: i64) !c.cucore_layout {
    var layout: c.cucore_layout = undefined;
    if (c.cucore_layout_make(@intCast(shape.len), shape.ptr, null, itemsize, &layout) != c.CUCORE_OK) return error.Refused;
    return layout;
}

pub fn main() !void {
    const layout = try make(&.{ 3, 4, 5 }, 4);
    var turned: c.cucore_layout = undefined;
    const axes = [_]c_int{ 2, 0, 1 };
    if (c.cucore_layout_permute(&layout, &axes, &turned) != c.CUCORE_OK) return error.Refused;
    std.debug.print("shape {d} {d} {d} strides {d} {d} {d}\n", .{
        turned.shape[0],   turned.shape[1],   turned.shape[2],
        turned.strides[0], turned.strides[1], turned.strides[2],
    });
    _ = make(&.{ 3, -4 }, 4) catch {
        const message: [*:0]const u8 = @ptrCast(&c.cucore_last_error().*.message);
        std.debug.print("refused: {s}\n", .{message});
    };
}
