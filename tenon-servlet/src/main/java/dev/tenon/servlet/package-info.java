/** Serves MCP from a Jakarta Servlet container; {@link dev.tenon.servlet.McpServlet} is where to start. */
@NullMarked
package dev.tenon.servlet;

import org.jspecify.annotations.NullMarked;
