/** How the server works: the kernel, sessions, streams and subscriptions. Not for use from outside. */
@NullMarked
package dev.tenon.server.internal;

import org.jspecify.annotations.NullMarked;
