/**
 * A guard in front of any MCP server: it joins a server with a client, whatever revision and transport each side has.
 */
@NullMarked
package dev.tenon.guard;

import org.jspecify.annotations.NullMarked;
