package dev.tenon.testkit;

import dev.tenon.model.Revision;

/**
 * The target of a test connection.
 *
 * @param transport the name of the transport, such as {@code stdio}; cases can exclude it by this name
 * @param transportKind how the transport associates messages with responses
 * @param revision the revision of the session, or the stateless revision
 */
public record TestTarget(String transport, TransportKind transportKind, Revision revision) {
    /** Returns whether headers mirror parts of the body. */
    boolean mirrorsBody() {
        return transportKind == TransportKind.HTTP && revision.isStateless();
    }

    @Override
    public String toString() {
        return transport + " " + revision;
    }
}
