package dev.tenon.guard.observer;

import dev.tenon.model.Revision;

/**
 * A session at its start (revisions up to 2025-11-25): of a client with the guard, or of the guard with an upstream
 * server.
 *
 * @param isDownstream whether it is a session of a client
 * @param upstream the name of the upstream server
 * @param revision the revision of the session
 */
public record ObservedSession(boolean isDownstream, String upstream, Revision revision) {}
