package dev.tenon.guard.observer;

import dev.tenon.model.Revision;

/**
 * A session that begins (revisions up to 2025-11-25): of a client with the guard, or of the guard with a server behind.
 *
 * @param isDownstream whether it is a client's
 * @param upstream the name of the server behind
 * @param revision the revision that is spoken in it
 */
public record ObservedSession(boolean isDownstream, String upstream, Revision revision) {}
