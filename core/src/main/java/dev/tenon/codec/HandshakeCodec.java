package dev.tenon.codec;

import dev.tenon.codec.internal.JsonObjectCodec;
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

/**
 * Encodes and decodes messages of a revision that starts with a handshake: 2024-11-05, 2025-03-26, 2025-06-18 or
 * 2025-11-25.
 */
public final class HandshakeCodec extends ProtocolCodec {
    private static final Map<Revision, HandshakeCodec> CODECS = Stream.of(Revision.values())
            .filter(revision -> !revision.isStateless())
            .collect(Collectors.toUnmodifiableMap(Function.identity(), HandshakeCodec::new));

    private HandshakeCodec(Revision revision) {
        super(new MethodCodecRegistry(revision));
    }

    /**
     * Returns the codec of a revision.
     *
     * @throws IllegalArgumentException if the revision has no handshake
     */
    public static HandshakeCodec of(Revision revision) {
        HandshakeCodec codec = CODECS.get(revision);
        if (codec == null) {
            throw new IllegalArgumentException(revision + " has no handshake. Use StatelessCodec");
        }
        return codec;
    }

    /**
     * Returns the codec for reading an {@code initialize} request: that of the revision which the request proposes, or
     * of the newest revision with a handshake if the proposed one is unknown.
     */
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
        JsonWriter out = JsonObjectCodec.newWriter().beginObject();
        writeResult(out, method, result);
        methods.elements.common.writeMessageMeta(out, result.meta());
        return out.endObject().toJson();
    }
}
