/** One request from its arrival to its response. */
@NullMarked
package dev.tenon.server.internal.request;

import org.jspecify.annotations.NullMarked;
