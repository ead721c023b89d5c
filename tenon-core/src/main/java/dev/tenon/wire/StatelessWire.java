package dev.tenon.wire;

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
public final class StatelessWire extends Wire {
    private static final String COMPLETE = "complete";
    private static final String INPUT_REQUIRED = "input_required";

    // Once for all: a guard needs a wire for each request, and what they differ in is the server that they name.
    private static final Vocabulary VOCABULARY = new Vocabulary(Revision.newest());
    private static final InputRequiredCodec INPUTS = new InputRequiredCodec(VOCABULARY);
    private static final RequestMetaCodec REQUEST_META = new RequestMetaCodec(VOCABULARY.elements);

    private final @Nullable Json serverInfo;
    /** The {@code _meta} of a result that has none of its own, as most have none; null where the server is not named. */
    private final @Nullable Json usualMeta;

    /** A wire that names the server in every result it writes, or with null does not. */
    public StatelessWire(@Nullable Implementation serverInfo) {
        super(VOCABULARY);
        this.serverInfo = serverInfo == null ? null : VOCABULARY.elements.implementation.json(serverInfo);
        this.usualMeta = this.serverInfo == null ? null : Json.of(Map.of(MetaKey.SERVER_INFO, this.serverInfo));
    }

    /**
     * Reads what a request says about its client.
     *
     * @throws ParamsException when a required key of {@code _meta} is missing or does not fit
     */
    public RequestMeta requestMeta(@Nullable Json params) {
        return ofParams(params, REQUEST_META::read);
    }

    @Override
    public Meta withRequestMeta(Meta meta, RequestMeta about) {
        return REQUEST_META.added(meta, about);
    }

    /**
     * Reads what the server says it is from the {@code _meta} of a result; null when it does not say.
     *
     * @throws ResultException when it does not fit
     */
    public @Nullable Implementation serverInfo(Meta meta) {
        Json info = meta.get(MetaKey.SERVER_INFO);
        return info == null ? null : ofResult(info, VOCABULARY.elements.implementation::read);
    }

    @Override
    void checkMeta(Fields meta) {
        RequestMetaCodec.checkPresent(meta);
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
        Codec<? extends Result> codec = vocabulary.exchange(method).result();
        return ofResult(result, in -> {
            String type = in.textOrNull("resultType");
            if (type == null || type.equals(COMPLETE)) {
                return codec.read(in);
            }
            if (type.equals(INPUT_REQUIRED) && method.mayRequireInput()) {
                return INPUTS.read(in);
            }
            throw in.expected(
                    "resultType",
                    method.mayRequireInput() ? "complete or input_required" : COMPLETE,
                    in.any("resultType"));
        });
    }

    @Override
    public Json encodeResult(Method<?, ?> method, Result result) {
        JsonWriter out = writer().object();
        if (result instanceof InputRequired required && method.mayRequireInput()) {
            out.field("resultType", INPUT_REQUIRED);
            INPUTS.members(out, required);
        } else {
            out.field("resultType", COMPLETE);
            result(out, method, result);
            if (result instanceof CacheableResult cacheable) {
                CommonMembers.caching(out, cacheable.caching());
            }
        }
        if (result.meta().values().isEmpty()) {
            out.field("_meta", usualMeta);
        } else {
            VOCABULARY.elements.common.messageMeta(out, withServerInfo(result.meta()));
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
            return INPUTS.readResponse(method, Fields.at(Path.join("params.inputResponses", key), response));
        } catch (Misfit misfit) {
            throw new ParamsException(misfit.words());
        }
    }

    /** Writes a client's answer to what it was asked. */
    public <R extends InputResponse> Json encodeInputResponse(Method<?, R> method, R response) {
        return INPUTS.response(method, response);
    }
}
