package dev.tenon.codec;

import dev.tenon.codec.internal.CommonMemberCodec;
import dev.tenon.codec.internal.DecodeException;
import dev.tenon.codec.internal.ElementCodecs;
import dev.tenon.codec.internal.InputRequiredCodec;
import dev.tenon.codec.internal.JsonObjectCodec;
import dev.tenon.codec.internal.JsonObjectReader;
import dev.tenon.codec.internal.MethodCodecRegistry;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
import dev.tenon.model.LogLevel;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Method;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes messages of the stateless revision 2026-07-28. Each request names its client and revision in
 * {@code _meta}; each result has a type and may name its server. A server requests input from a client with an
 * {@code input_required} result.
 */
public final class StatelessCodec extends ProtocolCodec {
    private static final String COMPLETE = "complete";
    private static final String INPUT_REQUIRED = "input_required";

    // Shared by all instances: a guard creates a codec for each request, and they differ only in the server
    // information.
    private static final MethodCodecRegistry METHODS = new MethodCodecRegistry(Revision.newest());
    private static final InputRequiredCodec INPUTS = new InputRequiredCodec(METHODS);
    private static final LogLevel[] LOG_LEVELS = LogLevel.values();

    private final @Nullable Json serverInfo;
    /** The {@code _meta} of a result without its own entries; null if the server is not named. */
    private final @Nullable Json defaultMeta;

    /**
     * Creates a codec.
     *
     * @param serverInfo written into every result, or null to omit it
     */
    public StatelessCodec(@Nullable Implementation serverInfo) {
        super(METHODS);
        this.serverInfo = serverInfo == null ? null : METHODS.elements.implementation.encode(serverInfo);
        this.defaultMeta = this.serverInfo == null ? null : Json.of(Map.of(MetaKey.SERVER_INFO, this.serverInfo));
    }

    /**
     * Reads the client information of a request.
     *
     * @throws ParamsException if a required key of {@code _meta} is missing or invalid
     */
    public RequestMeta decodeRequestMeta(@Nullable Json params) {
        return readParams(params, in -> {
            JsonObjectReader meta = in.objectReaderOrEmpty("_meta");
            return new RequestMeta(
                    meta.string(MetaKey.PROTOCOL_VERSION),
                    meta.decode(MetaKey.CLIENT_CAPABILITIES, METHODS.elements.capabilities.client::read),
                    meta.decodeOrNull(MetaKey.CLIENT_INFO, METHODS.elements.implementation::read),
                    meta.choiceOrNull(MetaKey.LOG_LEVEL, LOG_LEVELS, LogLevel::wireName));
        });
    }

    @Override
    public Meta withRequestMeta(Meta meta, RequestMeta about) {
        ElementCodecs elements = METHODS.elements;
        Meta with = meta.with(MetaKey.PROTOCOL_VERSION, Json.of(about.protocolVersion()))
                .with(MetaKey.CLIENT_CAPABILITIES, elements.capabilities.client.encode(about.clientCapabilities()));
        if (about.clientInfo() != null) {
            with = with.with(MetaKey.CLIENT_INFO, elements.implementation.encode(about.clientInfo()));
        }
        LogLevel level = about.logLevel();
        return level == null ? with : with.with(MetaKey.LOG_LEVEL, Json.of(level.wireName()));
    }

    /**
     * Reads the server information from the {@code _meta} of a result; null if it has none.
     *
     * @throws ResultException if the information is invalid
     */
    public @Nullable Implementation decodeServerInfo(Meta meta) {
        Json info = meta.get(MetaKey.SERVER_INFO);
        return info == null ? null : readResult(info, METHODS.elements.implementation::read);
    }

    /** {@inheritDoc} Also rejects one without the required keys; only their JSON types are checked, which is cheap. */
    @Override
    void checkMeta(JsonObjectReader meta) {
        meta.requireString(MetaKey.PROTOCOL_VERSION);
        meta.object(MetaKey.CLIENT_CAPABILITIES);
        super.checkMeta(meta);
    }

    /**
     * {@inheritDoc}
     *
     * <p>The {@code _meta} must come from {@link #withRequestMeta}.
     *
     * @throws IllegalArgumentException also if {@code meta} lacks the revision or the client capabilities
     */
    @Override
    public <P extends Params> Json encodeParams(Method<P, ?> method, P params, Meta meta) {
        if (meta.get(MetaKey.PROTOCOL_VERSION) == null || meta.get(MetaKey.CLIENT_CAPABILITIES) == null) {
            throw new IllegalArgumentException("Every request of " + revision()
                    + " requires the client in _meta. Add it with StatelessCodec.withRequestMeta");
        }
        return super.encodeParams(method, params, meta);
    }

    @Override
    public Result decodeResult(Method<?, ?> method, Json result) {
        JsonObjectCodec<? extends Result> codec = methods.requireRequest(method).result();
        return readResult(result, in -> {
            String type = in.stringOrNull("resultType");
            if (type == null || type.equals(COMPLETE)) {
                return codec.read(in);
            }
            if (type.equals(INPUT_REQUIRED) && method.mayRequireInput()) {
                return INPUTS.read(in);
            }
            throw in.typeMismatch("resultType", method.mayRequireInput() ? "complete or input_required" : COMPLETE);
        });
    }

    @Override
    public Json encodeResult(Method<?, ?> method, Result result) {
        JsonWriter out = JsonObjectCodec.newWriter().beginObject();
        if (result instanceof InputRequired required && method.mayRequireInput()) {
            out.fieldUnlessNull("resultType", INPUT_REQUIRED);
            INPUTS.writeMembers(out, required);
        } else {
            out.fieldUnlessNull("resultType", COMPLETE);
            writeResult(out, method, result);
            if (result instanceof CacheableResult cacheable) {
                CommonMemberCodec.caching(out, cacheable.caching());
            }
        }
        if (result.meta().values().isEmpty()) {
            out.fieldUnlessNull("_meta", defaultMeta);
        } else {
            METHODS.elements.common.writeMessageMeta(out, withServerInfo(result.meta()));
        }
        return out.endObject().toJson();
    }

    private Meta withServerInfo(Meta meta) {
        return serverInfo == null || meta.get(MetaKey.SERVER_INFO) != null
                ? meta
                : meta.with(MetaKey.SERVER_INFO, serverInfo);
    }

    /**
     * Reads one input response of a client from the {@code inputResponses} of a retried request.
     *
     * @param method the method of the input request, see {@link dev.tenon.model.InputRequest#method()}
     * @param key the server's key of the response, named in the exception
     * @throws ParamsException if the response does not match the method
     */
    public <R extends InputResponse> R decodeInputResponse(Method<?, R> method, String key, Json response) {
        try {
            return JsonObjectReader.ofMember("params.inputResponses", key, response)
                    .decodeWith(METHODS.requireInputRequest(method).result()::read);
        } catch (DecodeException e) {
            throw new ParamsException(e.description());
        }
    }

    /** Writes an input response of a client. */
    public <R extends InputResponse> Json encodeInputResponse(Method<?, R> method, R response) {
        return METHODS.requireInputRequest(method).result().encode(response);
    }
}
