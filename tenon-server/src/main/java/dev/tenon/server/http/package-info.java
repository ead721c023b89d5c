/** The HTTP endpoint, independent of the HTTP server around it. */
@NullMarked
package dev.tenon.server.http;

import org.jspecify.annotations.NullMarked;
