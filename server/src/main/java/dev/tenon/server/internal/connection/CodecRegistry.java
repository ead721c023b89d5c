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

/** The codecs of the revisions that a server supports. */
public final class CodecRegistry {
    private final List<Revision> revisions;
    private final Map<Revision, ProtocolCodec> codecs = new EnumMap<>(Revision.class);

    public CodecRegistry(List<Revision> revisions, Implementation info) {
        this.revisions = List.copyOf(revisions);
        for (Revision revision : revisions) {
            codecs.put(revision, revision.isStateless() ? new StatelessCodec(info) : HandshakeCodec.of(revision));
        }
    }

    List<Revision> revisions() {
        return revisions;
    }

    /** Returns the codec of a stateless revision. */
    StatelessCodec requireStatelessCodec(Revision revision) {
        return (StatelessCodec) requireCodec(revision);
    }

    ProtocolCodec requireCodec(Revision revision) {
        ProtocolCodec codec = codecs.get(revision);
        if (codec == null) {
            throw new IllegalArgumentException("Revision is not supported by this server: " + revision);
        }
        return codec;
    }

    /** Returns the newest supported revision with a handshake, if any. */
    public Optional<Revision> newestHandshakeRevision() {
        return revisions.stream().filter(r -> !r.isStateless()).max(Revision::compareTo);
    }

    /**
     * Returns the revision that the server agrees to in {@code initialize}: the proposed one if it is supported,
     * otherwise the newest.
     */
    Optional<Revision> negotiateRevision(String proposed) {
        return Revision.of(proposed)
                .filter(r -> !r.isStateless() && codecs.containsKey(r))
                .or(this::newestHandshakeRevision);
    }
}
