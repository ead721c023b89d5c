package dev.tenon.server.internal;

import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import dev.tenon.wire.HandshakeWire;
import dev.tenon.wire.StatelessWire;
import dev.tenon.wire.Wire;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The wires of the revisions that a server serves. */
final class Wires {
    private final List<Revision> revisions;
    private final Map<Revision, Wire> wires = new EnumMap<>(Revision.class);

    Wires(List<Revision> revisions, Implementation info) {
        this.revisions = List.copyOf(revisions);
        for (Revision revision : revisions) {
            wires.put(revision, revision.isStateless() ? new StatelessWire(info) : HandshakeWire.of(revision));
        }
    }

    List<Revision> revisions() {
        return revisions;
    }

    /** The wire of a stateless revision. */
    StatelessWire stateless(Revision revision) {
        return (StatelessWire) of(revision);
    }

    Wire of(Revision revision) {
        Wire wire = wires.get(revision);
        if (wire == null) {
            throw new IllegalArgumentException("Not served here: " + revision);
        }
        return wire;
    }

    /** The newest revision with a handshake that is served, if any. */
    Optional<Revision> newestWithHandshake() {
        return revisions.stream().filter(r -> !r.isStateless()).max(Revision::compareTo);
    }

    /** The revision that a handshake which proposes this version comes to: that one where it is served, else the newest. */
    Optional<Revision> negotiate(String proposed) {
        return Revision.of(proposed)
                .filter(r -> !r.isStateless() && wires.containsKey(r))
                .or(this::newestWithHandshake);
    }
}
