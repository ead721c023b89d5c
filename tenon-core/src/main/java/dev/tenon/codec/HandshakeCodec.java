package dev.tenon.codec;

import dev.tenon.codec.internal.MethodCodecRegistry;
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
public final class HandshakeCodec extends ProtocolCodec {
    private static final Map<Revision, HandshakeCodec> CODECS = Stream.of(Revision.values())
            .filter(revision -> !revision.isStateless())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), HandshakeCodec::new));

    private HandshakeCodec(Revision revision) {
        super(new MethodCodecRegistry(revision));
    }

    /**
     * The wire of a revision.
     *
     * @throws IllegalArgumentException when the revision has no handshake
     */
    public static HandshakeCodec of(Revision revision) {
        HandshakeCodec wire = CODECS.get(revision);
        if (wire == null) {
            throw new IllegalArgumentException(revision + " has no handshake. Use StatelessWire");
        }
        return wire;
    }

    /** The wire to read an {@code initialize} request with: that of the revision it proposes, else the newest one. */
    public static HandshakeCodec forInitialize(@Nullable Json params) {
        String version = params == null ? null : params.string("protocolVersion");
        return Revision.of(String.valueOf(version))
                .map(CODECS::get)
                .orElseGet(() -> of(Revision.newestWithHandshake()));
    }

    @Override
    public Result decodeResult(Method<?, ?> method, Json result) {
        return readResult(result, methods.requireRequest(method).result()::read);
    }

    @Override
    public Json encodeResult(Method<?, ?> method, Result result) {
        JsonWriter out = newWriter().beginObject();
        writeResult(out, method, result);
        methods.elements.common.writeMessageMeta(out, result.meta());
        return out.endObject().toJson();
    }
}
