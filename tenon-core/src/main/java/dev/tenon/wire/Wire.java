package dev.tenon.wire;

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
public abstract sealed class Wire permits HandshakeWire, StatelessWire {
    private static final int USUAL_BYTES = 256;

    final Vocabulary vocabulary;

    Wire(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /** The wire of a revision. {@code serverInfo} goes into every result of 2026-07-28; null leaves it out. */
    public static Wire of(Revision revision, @Nullable Implementation serverInfo) {
        return revision.isStateless() ? new StatelessWire(serverInfo) : HandshakeWire.of(revision);
    }

    /** The revision. */
    public final Revision revision() {
        return vocabulary.elements.revision;
    }

    /** The request of that name which a client may send, or null: then it does not exist here. */
    public final @Nullable Method<?, ?> clientMethod(String name) {
        return method(vocabulary.fromClient, name);
    }

    /** The request of that name which a server may send, or null: then it does not exist here. */
    public final @Nullable Method<?, ?> serverMethod(String name) {
        return method(vocabulary.fromServer, name);
    }

    /** The notification of that name which a client may send, or null: then it does not exist here. */
    public final @Nullable NotificationType<?> clientNotification(String name) {
        return type(vocabulary.byClient, name);
    }

    /** The notification of that name which a server may send, or null: then it does not exist here. */
    public final @Nullable NotificationType<?> serverNotification(String name) {
        return type(vocabulary.byServer, name);
    }

    /**
     * Reads the parameters of a request; absent ones count as an empty object.
     *
     * @throws ParamsException when they do not fit the method
     * @throws IllegalArgumentException when the method does not exist here
     */
    public <P extends Params> P decodeParams(Method<P, ?> method, @Nullable Json params) {
        Codec<P> codec = vocabulary.exchange(method).params();
        return ofParams(params, in -> {
            checkMeta(in.fieldsOrEmpty("_meta"));
            return codec.read(in);
        });
    }

    /** Refuses the {@code _meta} of a request that is invalid, such as an invalid progress token. */
    void checkMeta(Fields meta) {
        meta.tokenOrNull(MetaKey.PROGRESS_TOKEN);
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
        return encoded(vocabulary.exchange(method).params(), params, meta);
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
        return ofParams(params, vocabulary.announcement(type).params()::read);
    }

    /**
     * Writes the parameters of a notification.
     *
     * @throws IllegalArgumentException when the notification does not exist here
     */
    public final <P extends Params> Json encodeNotification(NotificationType<P> type, P params) {
        return encoded(vocabulary.announcement(type).params(), params, params.meta());
    }

    private <P extends Params> Json encoded(Codec<P> codec, P params, Meta meta) {
        JsonWriter out = writer().object();
        codec.members(out, params);
        vocabulary.elements.common.messageMeta(out, meta);
        return out.endObject().toJson();
    }

    /** Writes the members of a result. */
    final <R extends Result> void result(JsonWriter out, Method<?, R> method, Result result) {
        if (!method.result().isInstance(result)) {
            throw new IllegalArgumentException(
                    method + " has no result of the type " + result.getClass().getSimpleName() + " in " + revision());
        }
        vocabulary.exchange(method).result().members(out, method.result().cast(result));
    }

    private static @Nullable Method<?, ?> method(Map<String, Vocabulary.Exchange<?, ?>> exchanges, String name) {
        Vocabulary.Exchange<?, ?> exchange = exchanges.get(name);
        return exchange == null ? null : exchange.method();
    }

    private static @Nullable NotificationType<?> type(
            Map<String, Vocabulary.Announcement<?>> announcements, String name) {
        Vocabulary.Announcement<?> announcement = announcements.get(name);
        return announcement == null ? null : announcement.type();
    }

    static <T> T ofParams(@Nullable Json params, Function<Fields, T> read) {
        try {
            return Fields.ofParams(params).as(read);
        } catch (Misfit misfit) {
            throw new ParamsException(misfit.words());
        }
    }

    static <T> T ofResult(Json result, Function<Fields, T> read) {
        try {
            return Fields.ofResult(result).as(read);
        } catch (Misfit misfit) {
            throw new ResultException(misfit.words());
        }
    }

    static JsonWriter writer() {
        return new JsonWriter(USUAL_BYTES);
    }
}
