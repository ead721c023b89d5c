/**
 * The transport abstraction that all connections use. Its implementations are in the subpackages. For the client
 * itself.
 */
package dev.tenon.client.internal.transport;
