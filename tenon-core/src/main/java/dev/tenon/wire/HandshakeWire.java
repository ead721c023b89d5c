package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Method;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The wire of a revision that opens with a handshake: 2024-11-05, 2025-03-26, 2025-06-18 or 2025-11-25. */
public final class HandshakeWire extends Wire {
    private static final Map<Revision, HandshakeWire> WIRES = Stream.of(Revision.values())
            .filter(revision -> !revision.isStateless())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), HandshakeWire::new));

    private HandshakeWire(Revision revision) {
        super(new Vocabulary(revision));
    }

    /**
     * The wire of a revision.
     *
     * @throws IllegalArgumentException when the revision has no handshake
     */
    public static HandshakeWire of(Revision revision) {
        HandshakeWire wire = WIRES.get(revision);
        if (wire == null) {
            throw new IllegalArgumentException(revision + " has no handshake. Use StatelessWire");
        }
        return wire;
    }

    /** The wire to read an {@code initialize} request with: that of the revision it proposes, else the newest one. */
    public static HandshakeWire forInitialize(@Nullable Json params) {
        String version = params == null ? null : params.string("protocolVersion");
        return Revision.of(String.valueOf(version)).map(WIRES::get).orElseGet(() -> of(Revision.newestWithHandshake()));
    }

    @Override
    public Result decodeResult(Method<?, ?> method, Json result) {
        return ofResult(result, vocabulary.exchange(method).result()::read);
    }

    @Override
    public Json encodeResult(Method<?, ?> method, Result result) {
        JsonWriter out = writer().object();
        result(out, method, result);
        vocabulary.elements.common.messageMeta(out, result.meta());
        return out.endObject().toJson();
    }
}
