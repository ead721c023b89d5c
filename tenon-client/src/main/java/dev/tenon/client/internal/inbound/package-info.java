/** Requests and notifications that come from the server. */
@NullMarked
package dev.tenon.client.internal.inbound;

import org.jspecify.annotations.NullMarked;
