/** The head and the body of a request. */
@NullMarked
package dev.tenon.http.embedded.internal.request;

import org.jspecify.annotations.NullMarked;
