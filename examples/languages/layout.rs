//! Layouts in Rust, from a shared library of cucore (cucore_shared.c).
//!
//!     rustc examples/languages/layout.rs -L. -C link-arg=-Wl,-rpath,. && ./layout
use std::ffi::{c_char, c_int, CStr};

const MAX_NDIM: usize = 64; // CUCORE_MAX_NDIM of the library

#[repr(C)]
#[derive(Clone, Copy)]
struct Layout {
    ndim: i32,
    reserved: i32,
    itemsize: i64,
    itembits: i64,
    shape: [i64; MAX_NDIM],
    strides: [i64; MAX_NDIM],
}

#[repr(C)]
struct Error {
    status: c_int,
    result: c_int,
    call: *const c_char,
    message: [c_char; 512],
}

#[link(name = "cucore")]
extern "C" {
    fn cucore_layout_make(ndim: c_int, shape: *const i64, strides: *const i64, itemsize: i64, out: *mut Layout) -> c_int;
    fn cucore_layout_permute(layout: *const Layout, axes: *const c_int, out: *mut Layout) -> c_int;
    fn cucore_last_error() -> *const Error;
}

/// What a status means: the error is the calling thread's, until its next call that fails.
fn checked(status: c_int, layout: Layout) -> Result<Layout, String> {
    if status == 0 {
        return Ok(layout);
    }
    Err(unsafe { CStr::from_ptr((*cucore_last_error()).message.as_ptr()) }.to_string_lossy().into_owned())
}

const EMPTY: Layout = Layout { ndim: 0, reserved: 0, itemsize: 0, itembits: 0, shape: [0; MAX_NDIM], strides: [0; MAX_NDIM] };

fn make(shape: &[i64], itemsize: i64) -> Result<Layout, String> {
    let mut out = EMPTY;
    let status = unsafe { cucore_layout_make(shape.len() as c_int, shape.as_ptr(), std::ptr::null(), itemsize, &mut out) };
    checked(status, out)
}

fn permute(layout: &Layout, axes: &[c_int]) -> Result<Layout, String> {
    assert_eq!(axes.len(), layout.ndim as usize);
    let mut out = EMPTY;
    let status = unsafe { cucore_layout_permute(layout, axes.as_ptr(), &mut out) };
    checked(status, out)
}

fn words(numbers: &[i64]) -> String {
    numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
}

fn main() -> Result<(), String> {
    let turned = permute(&make(&[3, 4, 5], 4)?, &[2, 0, 1])?;
    let ndim = turned.ndim as usize;
    println!("shape {} strides {}", words(&turned.shape[..ndim]), words(&turned.strides[..ndim]));
    if let Err(message) = make(&[3, -4], 4) {
        println!("refused: {message}");
    }
    Ok(())
}
