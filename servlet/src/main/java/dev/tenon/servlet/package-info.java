/**
 * The integration with Jakarta Servlet containers; start with {@link dev.tenon.servlet.McpServlet}. The embedded HTTP
 * server is in {@code dev.tenon.http.embedded}. For users of the library.
 */
@NullMarked
package dev.tenon.servlet;

import org.jspecify.annotations.NullMarked;
