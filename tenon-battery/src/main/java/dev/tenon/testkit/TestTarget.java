package dev.tenon.testkit;

import dev.tenon.model.Revision;

/**
 * Where a door leads.
 *
 * @param transport its name, such as {@code stdio}; cases can be kept from it by that name
 * @param transportKind how messages travel there
 * @param revision the revision of the session, or the stateless one
 */
public record TestTarget(String transport, TransportKind transportKind, Revision revision) {
    /** Whether headers repeat parts of the body here. */
    boolean mirrorsBody() {
        return transportKind == TransportKind.HTTP && revision.isStateless();
    }

    @Override
    public String toString() {
        return transport + " " + revision;
    }
}
