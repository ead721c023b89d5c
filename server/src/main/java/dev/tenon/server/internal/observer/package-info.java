/**
 * Calls the observers of a server. The observer types are in {@code dev.tenon.server.observer}. For maintainers only.
 */
package dev.tenon.server.internal.observer;
