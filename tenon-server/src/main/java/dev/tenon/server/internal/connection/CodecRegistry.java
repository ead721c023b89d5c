package dev.tenon.server.internal.connection;

import dev.tenon.codec.HandshakeCodec;
import dev.tenon.codec.ProtocolCodec;
import dev.tenon.codec.StatelessCodec;
import dev.tenon.model.Implementation;
import dev.tenon.model.Revision;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The wires of the revisions that a server serves. */
public final class CodecRegistry {
    private final List<Revision> revisions;
    private final Map<Revision, ProtocolCodec> wires = new EnumMap<>(Revision.class);

    public CodecRegistry(List<Revision> revisions, Implementation info) {
        this.revisions = List.copyOf(revisions);
        for (Revision revision : revisions) {
            wires.put(revision, revision.isStateless() ? new StatelessCodec(info) : HandshakeCodec.of(revision));
        }
    }

    List<Revision> revisions() {
        return revisions;
    }

    /** The wire of a stateless revision. */
    StatelessCodec statelessCodec(Revision revision) {
        return (StatelessCodec) codecFor(revision);
    }

    ProtocolCodec codecFor(Revision revision) {
        ProtocolCodec wire = wires.get(revision);
        if (wire == null) {
            throw new IllegalArgumentException("Not served here: " + revision);
        }
        return wire;
    }

    /** The newest revision with a handshake that is served, if any. */
    public Optional<Revision> newestHandshakeRevision() {
        return revisions.stream().filter(r -> !r.isStateless()).max(Revision::compareTo);
    }

    /**
     * The revision that a handshake which proposes this version comes to: that one where it is served, else the newest.
     */
    Optional<Revision> negotiate(String proposed) {
        return Revision.of(proposed)
                .filter(r -> !r.isStateless() && wires.containsKey(r))
                .or(this::newestHandshakeRevision);
    }
}
