package dev.tenon.wire;

import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.ElicitationCompleteParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.ListRoots;
import dev.tenon.model.ListenParams;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.Revision;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;

/** Parameters of a member or two. Their {@code _meta} is written by the wire. */
final class SimpleParams {
    static final Codec<EmptyParams> EMPTY = new SimpleCodec<>((out, it) -> {}, in -> new EmptyParams(in.meta()));

    static final Codec<ListRoots> LIST_ROOTS = new SimpleCodec<>((out, it) -> {}, in -> new ListRoots(in.meta()));

    static final Codec<PaginatedParams> PAGINATED = new SimpleCodec<>(
            (out, it) -> out.field("cursor", it.cursor()),
            in -> new PaginatedParams(in.textOrNull("cursor"), in.meta()));

    static final Codec<SubscribeParams> SUBSCRIBE = new SimpleCodec<>(
            (out, it) -> out.field("uri", it.uri()), in -> new SubscribeParams(in.text("uri"), in.meta()));

    static final Codec<SetLevelParams> SET_LEVEL = new SimpleCodec<>(
            (out, it) -> out.field("level", it.level().wireName()),
            in -> new SetLevelParams(in.choice("level", LogLevel.values(), LogLevel::wireName), in.meta()));

    static final Codec<ResourceUpdatedParams> RESOURCE_UPDATED = new SimpleCodec<>(
            (out, it) -> out.field("uri", it.uri()), in -> new ResourceUpdatedParams(in.text("uri"), in.meta()));

    static final Codec<ElicitationCompleteParams> ELICITATION_COMPLETE = new SimpleCodec<>(
            (out, it) -> out.field("elicitationId", it.elicitationId()),
            in -> new ElicitationCompleteParams(in.text("elicitationId"), in.meta()));

    static final Codec<LogParams> LOG = new SimpleCodec<>(
            (out, it) -> out.field("level", it.level().wireName())
                    .field("logger", it.logger())
                    .field("data", it.data()),
            in -> new LogParams(
                    in.choice("level", LogLevel.values(), LogLevel::wireName),
                    in.textOrNull("logger"),
                    in.any("data"),
                    in.meta()));

    static final Codec<ListenParams> LISTEN = new SimpleCodec<>(
            (out, it) -> SubscriptionFilterCodec.write(out, it.notifications()),
            in -> new ListenParams(in.one("notifications", SubscriptionFilterCodec::read), in.meta()));

    static final Codec<AcknowledgedParams> ACKNOWLEDGED = new SimpleCodec<>(
            (out, it) -> SubscriptionFilterCodec.write(out, it.notifications()),
            in -> new AcknowledgedParams(in.one("notifications", SubscriptionFilterCodec::read), in.meta()));

    private SimpleParams() {}

    /** 2025-11-25 lets a cancellation leave the id out, for tasks; all others demand it. */
    static Codec<CancelledParams> cancelled(Revision revision) {
        boolean mayLackId = revision.hasElicitationIds();
        return new SimpleCodec<>(
                (out, it) -> out.field("requestId", it.requestId()).field("reason", it.reason()),
                in -> new CancelledParams(
                        mayLackId ? in.idOrNull("requestId") : in.id("requestId"), in.textOrNull("reason"), in.meta()));
    }
}
