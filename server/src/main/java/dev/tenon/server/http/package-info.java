/**
 * The HTTP endpoint of a server, independent of the HTTP container. Containers are in {@code tenon-http} (embedded) and
 * {@code tenon-servlet}. For users who configure HTTP, and for authors of containers.
 */
@NullMarked
package dev.tenon.server.http;

import org.jspecify.annotations.NullMarked;
