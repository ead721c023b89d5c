/** HTTP requests on the event loops of the server. */
@NullMarked
package dev.tenon.http.embedded.internal;

import org.jspecify.annotations.NullMarked;
