package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.Method;
import dev.tenon.model.NotificationType;
import dev.tenon.model.Params;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import org.jspecify.annotations.Nullable;

/**
 * One revision of the protocol on the wire: which requests and notifications it has, and how they are written and read.
 * Immutable, and safe for use by many threads.
 */
public sealed interface Wire permits HandshakeWire, StatelessWire {
    /** The wire of a revision. {@code serverInfo} goes into every result of 2026-07-28; null leaves it out. */
    static Wire of(Revision revision, @Nullable Implementation serverInfo) {
        return revision.isStateless() ? new StatelessWire(serverInfo) : HandshakeWire.of(revision);
    }

    /** The revision. */
    Revision revision();

    /** The request of that name which a client may send, or null: then it does not exist here. */
    @Nullable Method<?, ?> clientMethod(String name);

    /** The request of that name which a server may send, or null: then it does not exist here. */
    @Nullable Method<?, ?> serverMethod(String name);

    /** The notification of that name which a client may send, or null: then it does not exist here. */
    @Nullable NotificationType<?> clientNotification(String name);

    /** The notification of that name which a server may send, or null: then it does not exist here. */
    @Nullable NotificationType<?> serverNotification(String name);

    /**
     * Reads the parameters of a request; absent ones count as an empty object.
     *
     * @throws ParamsException when they do not fit the method
     * @throws IllegalArgumentException when the method does not exist here
     */
    <P extends Params> P decodeParams(Method<P, ?> method, @Nullable Json params);

    /**
     * Writes the parameters of a request.
     *
     * @throws IllegalArgumentException when the method does not exist here, or the parameters cannot be said here, such
     *     as an elicitation by URL in 2025-06-18
     */
    <P extends Params> Json encodeParams(Method<P, ?> method, P params);

    /**
     * Reads a result: one of the method's own, or in 2026-07-28 also an {@link dev.tenon.model.InputRequired}.
     *
     * @throws ResultException when it does not fit the method
     * @throws IllegalArgumentException when the method does not exist here
     */
    Result decodeResult(Method<?, ?> method, Json result);

    /**
     * Writes a result: one of the method's own, or in 2026-07-28 also an {@link dev.tenon.model.InputRequired}.
     *
     * @throws IllegalArgumentException when the method does not exist here, or the result is not one of its own
     */
    Json encodeResult(Method<?, ?> method, Result result);

    /**
     * Reads the parameters of a notification; absent ones count as an empty object.
     *
     * @throws ParamsException when they do not fit
     * @throws IllegalArgumentException when the notification does not exist here
     */
    <P extends Params> P decodeNotification(NotificationType<P> type, @Nullable Json params);

    /**
     * Writes the parameters of a notification.
     *
     * @throws IllegalArgumentException when the notification does not exist here
     */
    <P extends Params> Json encodeNotification(NotificationType<P> type, P params);
}
