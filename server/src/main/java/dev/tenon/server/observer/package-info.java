/**
 * The observers of a server and the events that they receive. Audit logs and metrics of the guard are in
 * {@code tenon-guard}. For applications that log, measure or trace requests.
 */
@NullMarked
package dev.tenon.server.observer;

import org.jspecify.annotations.NullMarked;
