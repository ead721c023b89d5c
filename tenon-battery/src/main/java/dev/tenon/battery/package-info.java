/**
 * One table of malformed input and its answers ({@code *.cases}), and the doors through which it is sent: whatever the
 * transport, the answers are the same.
 */
@NullMarked
package dev.tenon.battery;

import org.jspecify.annotations.NullMarked;
