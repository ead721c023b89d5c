/** Requests that are forwarded to another server. */
@NullMarked
package dev.tenon.server.internal.forwarder;

import org.jspecify.annotations.NullMarked;
