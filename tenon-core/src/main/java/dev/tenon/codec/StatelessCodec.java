package dev.tenon.codec;

import dev.tenon.codec.internal.CommonMemberCodec;
import dev.tenon.codec.internal.DecodeException;
import dev.tenon.codec.internal.InputRequiredCodec;
import dev.tenon.codec.internal.JsonObjectCodec;
import dev.tenon.codec.internal.JsonObjectReader;
import dev.tenon.codec.internal.MessagePaths;
import dev.tenon.codec.internal.MethodCodecRegistry;
import dev.tenon.codec.internal.RequestMetaCodec;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.CacheableResult;
import dev.tenon.model.Implementation;
import dev.tenon.model.InputRequired;
import dev.tenon.model.InputResponse;
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
 * The wire of a revision without handshake: 2026-07-28. Each request says in {@code _meta} who asks and under which
 * revision; results say of what type they are, and who answers; a server asks by answering.
 */
public final class StatelessCodec extends ProtocolCodec {
    private static final String COMPLETE = "complete";
    private static final String INPUT_REQUIRED = "input_required";

    // Once for all: a guard needs a wire for each request, and what they differ in is the server that they name.
    private static final MethodCodecRegistry METHODS = new MethodCodecRegistry(Revision.newest());
    private static final InputRequiredCodec INPUTS = new InputRequiredCodec(METHODS);
    private static final RequestMetaCodec REQUEST_META = new RequestMetaCodec(METHODS.elements);

    private final @Nullable Json serverInfo;
    /**
     * The {@code _meta} of a result that has none of its own, as most have none; null where the server is not named.
     */
    private final @Nullable Json defaultMeta;

    /** A wire that names the server in every result it writes, or with null does not. */
    public StatelessCodec(@Nullable Implementation serverInfo) {
        super(METHODS);
        this.serverInfo = serverInfo == null ? null : METHODS.elements.implementation.encode(serverInfo);
        this.defaultMeta = this.serverInfo == null ? null : Json.of(Map.of(MetaKey.SERVER_INFO, this.serverInfo));
    }

    /**
     * Reads what a request says about its client.
     *
     * @throws ParamsException when a required key of {@code _meta} is missing or does not fit
     */
    public RequestMeta decodeRequestMeta(@Nullable Json params) {
        return readParams(params, REQUEST_META::read);
    }

    @Override
    public Meta withRequestMeta(Meta meta, RequestMeta about) {
        return REQUEST_META.withRequestMeta(meta, about);
    }

    /**
     * Reads what the server says it is from the {@code _meta} of a result; null when it does not say.
     *
     * @throws ResultException when it does not fit
     */
    public @Nullable Implementation decodeServerInfo(Meta meta) {
        Json info = meta.get(MetaKey.SERVER_INFO);
        return info == null ? null : readResult(info, METHODS.elements.implementation::read);
    }

    @Override
    void checkMeta(JsonObjectReader meta) {
        RequestMetaCodec.checkRequiredKeys(meta);
        super.checkMeta(meta);
    }

    /** As specified; the {@code _meta} must come from {@link #withRequestMeta}. */
    @Override
    public <P extends Params> Json encodeParams(Method<P, ?> method, P params, Meta meta) {
        if (meta.get(MetaKey.PROTOCOL_VERSION) == null || meta.get(MetaKey.CLIENT_CAPABILITIES) == null) {
            throw new IllegalArgumentException("Every request of " + revision()
                    + " says in _meta who asks. Add it with StatelessWire.withRequestMeta");
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
            throw in.typeMismatch(
                    "resultType",
                    method.mayRequireInput() ? "complete or input_required" : COMPLETE,
                    in.value("resultType"));
        });
    }

    @Override
    public Json encodeResult(Method<?, ?> method, Result result) {
        JsonWriter out = newWriter().beginObject();
        if (result instanceof InputRequired required && method.mayRequireInput()) {
            out.field("resultType", INPUT_REQUIRED);
            INPUTS.writeMembers(out, required);
        } else {
            out.field("resultType", COMPLETE);
            writeResult(out, method, result);
            if (result instanceof CacheableResult cacheable) {
                CommonMemberCodec.caching(out, cacheable.caching());
            }
        }
        if (result.meta().values().isEmpty()) {
            out.field("_meta", defaultMeta);
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
     * Reads a client's answer to what it was asked, from the {@code inputResponses} of a request sent again.
     *
     * @param method how it was asked, see {@link dev.tenon.model.InputRequest#method()}
     * @param key the server's key of the answer, for the message when it does not fit
     * @throws ParamsException when it does not fit the method
     */
    public <R extends InputResponse> R decodeInputResponse(Method<?, R> method, String key, Json response) {
        try {
            return INPUTS.readResponse(
                    method, JsonObjectReader.ofObjectAt(MessagePaths.append("params.inputResponses", key), response));
        } catch (DecodeException misfit) {
            throw new ParamsException(misfit.description());
        }
    }

    /** Writes a client's answer to what it was asked. */
    public <R extends InputResponse> Json encodeInputResponse(Method<?, R> method, R response) {
        return INPUTS.encodeResponse(method, response);
    }
}
