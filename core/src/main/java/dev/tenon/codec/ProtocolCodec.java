package dev.tenon.codec;

import dev.tenon.codec.internal.DecodeException;
import dev.tenon.codec.internal.JsonObjectCodec;
import dev.tenon.codec.internal.JsonObjectReader;
import dev.tenon.codec.internal.MethodCodecRegistry;
import dev.tenon.codec.internal.MethodCodecRegistry.NotificationEntry;
import dev.tenon.codec.internal.MethodCodecRegistry.RequestEntry;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.Meta;
import dev.tenon.model.MetaKey;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.RequestMeta;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and decodes the messages of one revision, and knows which requests and notifications the revision has.
 * Immutable and thread-safe.
 */
public abstract sealed class ProtocolCodec permits HandshakeCodec, StatelessCodec {
    final MethodCodecRegistry methods;

    ProtocolCodec(MethodCodecRegistry registry) {
        this.methods = registry;
    }

    /**
     * Returns the codec of a revision.
     *
     * @param serverInfo written into every result of 2026-07-28, or null to omit it; older revisions ignore it
     */
    public static ProtocolCodec of(Revision revision, @Nullable Implementation serverInfo) {
        return revision.isStateless() ? new StatelessCodec(serverInfo) : HandshakeCodec.of(revision);
    }

    /** Returns the revision whose messages this codec reads and writes. */
    public final Revision revision() {
        return methods.elements.revision;
    }

    /** Returns the request of that name that a client may send, or null if this revision has none. */
    public final @Nullable Method<?, ?> findClientMethod(String name) {
        return findType(methods.clientRequests, name, RequestEntry::method);
    }

    /** Returns the request of that name that a server may send, or null if this revision has none. */
    public final @Nullable Method<?, ?> findServerMethod(String name) {
        return findType(methods.serverRequests, name, RequestEntry::method);
    }

    /** Returns the notification of that name that a client may send, or null if this revision has none. */
    public final @Nullable NotificationType<?> findClientNotification(String name) {
        return findType(methods.clientNotifications, name, NotificationEntry::type);
    }

    /** Returns the notification of that name that a server may send, or null if this revision has none. */
    public final @Nullable NotificationType<?> findServerNotification(String name) {
        return findType(methods.serverNotifications, name, NotificationEntry::type);
    }

    /**
     * Reads the parameters of a request. Missing parameters count as an empty object.
     *
     * @throws ParamsException if the parameters do not match the method
     * @throws IllegalArgumentException if this revision does not have the method
     */
    public <P extends Params> P decodeParams(Method<P, ?> method, @Nullable Json params) {
        JsonObjectCodec<P> codec = methods.requireRequest(method).params();
        return readParams(params, in -> {
            checkMeta(in.objectReaderOrEmpty("_meta"));
            return codec.read(in);
        });
    }

    /** Rejects an invalid {@code _meta} of a request, for example an invalid progress token. */
    void checkMeta(JsonObjectReader meta) {
        meta.progressTokenOrNull(MetaKey.PROGRESS_TOKEN);
    }

    /**
     * Writes the parameters of a request.
     *
     * @throws IllegalArgumentException if this revision does not have the method or cannot express the parameters, for
     *     example an elicitation by URL in 2025-06-18
     */
    public final <P extends Params> Json encodeParams(Method<P, ?> method, P params) {
        return encodeParams(method, params, params.meta());
    }

    /**
     * Like {@link #encodeParams(Method, Params)}, but writes the given {@code _meta} instead of that of the parameters.
     */
    public <P extends Params> Json encodeParams(Method<P, ?> method, P params, Meta meta) {
        return encode(methods.requireRequest(method).params(), params, meta);
    }

    /**
     * Adds the client information that each request of 2026-07-28 requires. Older revisions return {@code meta}
     * unchanged.
     */
    public Meta withRequestMeta(Meta meta, RequestMeta about) {
        return meta;
    }

    /**
     * Reads a result of the method; in 2026-07-28 it may also be an {@link dev.tenon.model.InputRequired}.
     *
     * @throws ResultException if the result does not match the method
     * @throws IllegalArgumentException if this revision does not have the method
     */
    public abstract Result decodeResult(Method<?, ?> method, Json result);

    /**
     * Writes a result of the method; in 2026-07-28 it may also be an {@link dev.tenon.model.InputRequired}.
     *
     * @throws IllegalArgumentException if this revision does not have the method, or the result has another type
     */
    public abstract Json encodeResult(Method<?, ?> method, Result result);

    /**
     * Reads the parameters of a notification. Missing parameters count as an empty object.
     *
     * @throws ParamsException if the parameters do not match the notification
     * @throws IllegalArgumentException if this revision does not have the notification
     */
    public final <P extends Params> P decodeNotification(NotificationType<P> type, @Nullable Json params) {
        return readParams(params, methods.requireNotification(type).params()::read);
    }

    /**
     * Writes the parameters of a notification.
     *
     * @throws IllegalArgumentException if this revision does not have the notification
     */
    public final <P extends Params> Json encodeNotification(NotificationType<P> type, P params) {
        return encode(methods.requireNotification(type).params(), params, params.meta());
    }

    private <P extends Params> Json encode(JsonObjectCodec<P> codec, P params, Meta meta) {
        JsonWriter out = JsonObjectCodec.newWriter().beginObject();
        codec.writeMembers(out, params);
        methods.elements.common.writeMessageMeta(out, meta);
        return out.endObject().toJson();
    }

    final <R extends Result> void writeResult(JsonWriter out, Method<?, R> method, Result result) {
        if (!method.result().isInstance(result)) {
            throw new IllegalArgumentException(
                    method + " has no result of the type " + result.getClass().getSimpleName() + " in " + revision());
        }
        methods.requireRequest(method)
                .result()
                .writeMembers(out, method.result().cast(result));
    }

    private static <E, T> @Nullable T findType(Map<String, E> entries, String name, Function<E, T> typeOf) {
        E entry = entries.get(name);
        return entry == null ? null : typeOf.apply(entry);
    }

    static <T> T readParams(@Nullable Json params, Function<JsonObjectReader, T> read) {
        try {
            return JsonObjectReader.ofParams(params).decodeWith(read);
        } catch (DecodeException e) {
            throw new ParamsException(e.description());
        }
    }

    static <T> T readResult(Json result, Function<JsonObjectReader, T> read) {
        try {
            return JsonObjectReader.ofResult(result).decodeWith(read);
        } catch (DecodeException e) {
            throw new ResultException(e.description());
        }
    }
}
