package dev.tenon.codec;

import dev.tenon.codec.internal.DecodeException;
import dev.tenon.codec.internal.JsonObjectCodec;
import dev.tenon.codec.internal.JsonObjectReader;
import dev.tenon.codec.internal.MethodCodecRegistry;
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
 * One revision of the protocol on the wire: which requests and notifications it has, and how they are written and read.
 * Immutable, and safe for use by many threads.
 */
public abstract sealed class ProtocolCodec permits HandshakeCodec, StatelessCodec {
    private static final int INITIAL_BUFFER_BYTES = 256;

    final MethodCodecRegistry methods;

    ProtocolCodec(MethodCodecRegistry vocabulary) {
        this.methods = vocabulary;
    }

    /** The wire of a revision. {@code serverInfo} goes into every result of 2026-07-28; null leaves it out. */
    public static ProtocolCodec of(Revision revision, @Nullable Implementation serverInfo) {
        return revision.isStateless() ? new StatelessCodec(serverInfo) : HandshakeCodec.of(revision);
    }

    /** The revision. */
    public final Revision revision() {
        return methods.elements.revision;
    }

    /** The request of that name which a client may send, or null: then it does not exist here. */
    public final @Nullable Method<?, ?> findClientMethod(String name) {
        return findMethod(methods.clientRequests, name);
    }

    /** The request of that name which a server may send, or null: then it does not exist here. */
    public final @Nullable Method<?, ?> findServerMethod(String name) {
        return findMethod(methods.serverRequests, name);
    }

    /** The notification of that name which a client may send, or null: then it does not exist here. */
    public final @Nullable NotificationType<?> findClientNotification(String name) {
        return findNotificationType(methods.clientNotifications, name);
    }

    /** The notification of that name which a server may send, or null: then it does not exist here. */
    public final @Nullable NotificationType<?> findServerNotification(String name) {
        return findNotificationType(methods.serverNotifications, name);
    }

    /**
     * Reads the parameters of a request; absent ones count as an empty object.
     *
     * @throws ParamsException when they do not fit the method
     * @throws IllegalArgumentException when the method does not exist here
     */
    public <P extends Params> P decodeParams(Method<P, ?> method, @Nullable Json params) {
        JsonObjectCodec<P> codec = methods.requireRequest(method).params();
        return readParams(params, in -> {
            checkMeta(in.objectReaderOrEmpty("_meta"));
            return codec.read(in);
        });
    }

    /** Refuses the {@code _meta} of a request that is invalid, such as an invalid progress token. */
    void checkMeta(JsonObjectReader meta) {
        meta.progressTokenOrNull(MetaKey.PROGRESS_TOKEN);
    }

    /**
     * Writes the parameters of a request.
     *
     * @throws IllegalArgumentException when the method does not exist here, or the parameters cannot be said here, such
     *     as an elicitation by URL in 2025-06-18
     */
    public final <P extends Params> Json encodeParams(Method<P, ?> method, P params) {
        return encodeParams(method, params, params.meta());
    }

    /** As {@link #encodeParams(Method, Params)}, with this {@code _meta} in place of that of the parameters. */
    public <P extends Params> Json encodeParams(Method<P, ?> method, P params, Meta meta) {
        return encode(methods.requireRequest(method).params(), params, meta);
    }

    /** Adds what a request must say about its client: before 2026-07-28, nothing. */
    public Meta withRequestMeta(Meta meta, RequestMeta about) {
        return meta;
    }

    /**
     * Reads a result: one of the method's own, or in 2026-07-28 also an {@link dev.tenon.model.InputRequired}.
     *
     * @throws ResultException when it does not fit the method
     * @throws IllegalArgumentException when the method does not exist here
     */
    public abstract Result decodeResult(Method<?, ?> method, Json result);

    /**
     * Writes a result: one of the method's own, or in 2026-07-28 also an {@link dev.tenon.model.InputRequired}.
     *
     * @throws IllegalArgumentException when the method does not exist here, or the result is not one of its own
     */
    public abstract Json encodeResult(Method<?, ?> method, Result result);

    /**
     * Reads the parameters of a notification; absent ones count as an empty object.
     *
     * @throws ParamsException when they do not fit
     * @throws IllegalArgumentException when the notification does not exist here
     */
    public final <P extends Params> P decodeNotification(NotificationType<P> type, @Nullable Json params) {
        return readParams(params, methods.requireNotification(type).params()::read);
    }

    /**
     * Writes the parameters of a notification.
     *
     * @throws IllegalArgumentException when the notification does not exist here
     */
    public final <P extends Params> Json encodeNotification(NotificationType<P> type, P params) {
        return encode(methods.requireNotification(type).params(), params, params.meta());
    }

    private <P extends Params> Json encode(JsonObjectCodec<P> codec, P params, Meta meta) {
        JsonWriter out = newWriter().beginObject();
        codec.writeMembers(out, params);
        methods.elements.common.writeMessageMeta(out, meta);
        return out.endObject().toJson();
    }

    /** Writes the members of a result. */
    final <R extends Result> void writeResult(JsonWriter out, Method<?, R> method, Result result) {
        if (!method.result().isInstance(result)) {
            throw new IllegalArgumentException(
                    method + " has no result of the type " + result.getClass().getSimpleName() + " in " + revision());
        }
        methods.requireRequest(method)
                .result()
                .writeMembers(out, method.result().cast(result));
    }

    private static @Nullable Method<?, ?> findMethod(
            Map<String, MethodCodecRegistry.RequestEntry<?, ?>> exchanges, String name) {
        MethodCodecRegistry.RequestEntry<?, ?> exchange = exchanges.get(name);
        return exchange == null ? null : exchange.method();
    }

    private static @Nullable NotificationType<?> findNotificationType(
            Map<String, MethodCodecRegistry.NotificationEntry<?>> announcements, String name) {
        MethodCodecRegistry.NotificationEntry<?> announcement = announcements.get(name);
        return announcement == null ? null : announcement.type();
    }

    static <T> T readParams(@Nullable Json params, Function<JsonObjectReader, T> read) {
        try {
            return JsonObjectReader.ofParams(params).decodeWith(read);
        } catch (DecodeException misfit) {
            throw new ParamsException(misfit.description());
        }
    }

    static <T> T readResult(Json result, Function<JsonObjectReader, T> read) {
        try {
            return JsonObjectReader.ofResult(result).decodeWith(read);
        } catch (DecodeException misfit) {
            throw new ResultException(misfit.description());
        }
    }

    public static JsonWriter newWriter() {
        return new JsonWriter(INITIAL_BUFFER_BYTES);
    }
}
