/** An HTTP client on the event loops of the server. */
@NullMarked
package dev.tenon.http.embedded.internal.client;

import org.jspecify.annotations.NullMarked;
