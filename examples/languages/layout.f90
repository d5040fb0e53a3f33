! Layouts in Fortran, from a shared library of cucore (cucore_shared.c).
!
!     gfortran examples/languages/layout.f90 -L. -lcucore -Wl,-rpath,. -o layout && ./layout
module cucore
  use, intrinsic :: iso_c_binding
  implicit none
  integer, parameter :: max_ndim = 64 ! CUCORE_MAX_NDIM of the library

  type, bind(c) :: cucore_layout
    integer(c_int32_t) :: ndim, reserved
    integer(c_int64_t) :: itemsize, itembits
    integer(c_int64_t) :: shape(max_ndim), strides(max_ndim)
  end type

  type, bind(c) :: cucore_error
    integer(c_int) :: status, result
    type(c_ptr) :: call
    character(kind=c_char) :: message(512)
  end type

  interface
    integer(c_int) function cucore_layout_make(ndim, shape, strides, itemsize, out) bind(c)
      import
      integer(c_int), value :: ndim
      integer(c_int64_t), intent(in) :: shape(*)
      type(c_ptr), value :: strides
      integer(c_int64_t), value :: itemsize
      type(cucore_layout), intent(out) :: out
    end function

    integer(c_int) function cucore_layout_permute(layout, axes, out) bind(c)
      import
      type(cucore_layout), intent(in) :: layout
      integer(c_int), intent(in) :: axes(*)
      type(cucore_layout), intent(out) :: out
    end function

    type(c_ptr) function cucore_last_error() bind(c)
      import
    end function
  end interface

contains

  function message() result(text)
    character(:), allocatable :: text
    type(cucore_error), pointer :: error
    integer :: i
    call c_f_pointer(cucore_last_error(), error)
    text = ''
    do i = 1, size(error%message)
      if (error%message(i) == c_null_char) exit
      text = text // error%message(i)
    end do
  end function
end module

program layout
  use cucore
  implicit none
  type(cucore_layout) :: made, turned
  if (cucore_layout_make(3, [3_c_int64_t, 4_c_int64_t, 5_c_int64_t], c_null_ptr, 4_c_int64_t, made) /= 0) error stop message()
  if (cucore_layout_permute(made, [2, 0, 1], turned) /= 0) error stop message()
  print '(*(g0, :, " "))', 'shape', turned%shape(1:turned%ndim), 'strides', turned%strides(1:turned%ndim)
  if (cucore_layout_make(2, [3_c_int64_t, -4_c_int64_t], c_null_ptr, 4_c_int64_t, made) /= 0) print '(2a)', 'refused: ', message()
end program
