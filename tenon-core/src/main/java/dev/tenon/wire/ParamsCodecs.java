package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.ElicitationCompleteParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.ListRoots;
import dev.tenon.model.ListenParams;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.ResumableParams;
import dev.tenon.model.Revision;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parameters of requests and notifications. Their {@code _meta} is written by the wire. */
final class ParamsCodecs {
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

    private static final Codec<SubscriptionFilter> FILTER = new SimpleCodec<>(
            (out, it) -> {
                Write.ifTrue(out, "toolsListChanged", it.toolsListChanged());
                Write.ifTrue(out, "promptsListChanged", it.promptsListChanged());
                Write.ifTrue(out, "resourcesListChanged", it.resourcesListChanged());
                Write.textsIfAny(out, "resourceSubscriptions", it.resourceSubscriptions());
            },
            in -> new SubscriptionFilter(
                    in.flag("toolsListChanged"),
                    in.flag("promptsListChanged"),
                    in.flag("resourcesListChanged"),
                    in.textsOrEmpty("resourceSubscriptions")));

    static final Codec<ListenParams> LISTEN = new SimpleCodec<>(
            (out, it) -> Write.one(out, "notifications", it.notifications(), FILTER),
            in -> new ListenParams(in.one("notifications", FILTER::read), in.meta()));

    static final Codec<AcknowledgedParams> ACKNOWLEDGED = new SimpleCodec<>(
            (out, it) -> Write.one(out, "notifications", it.notifications(), FILTER),
            in -> new AcknowledgedParams(in.one("notifications", FILTER::read), in.meta()));

    private static final Codec<CompletionRef> REF = new SimpleCodec<>(
            (out, it) -> {
                if (it instanceof CompletionRef.ToResource resource) {
                    out.field("type", "ref/resource").field("uri", resource.uri());
                } else if (it instanceof CompletionRef.ToPrompt prompt) {
                    out.field("type", "ref/prompt").field("name", prompt.name()).field("title", prompt.title());
                }
            },
            in -> switch (in.text("type")) {
                case "ref/prompt" -> new CompletionRef.ToPrompt(in.text("name"), in.textOrNull("title"));
                case "ref/resource" -> new CompletionRef.ToResource(in.text("uri"));
                default -> throw in.expected("type", "ref/prompt or ref/resource", in.any("type"));
            });

    private final Revision revision;

    ParamsCodecs(Revision revision) {
        this.revision = revision;
    }

    /** 2025-11-25 lets a cancellation leave the id out, for tasks; all others demand it. */
    Codec<CancelledParams> cancelled() {
        boolean mayLackId = revision.hasElicitationIds();
        return new SimpleCodec<>(
                (out, it) -> out.field("requestId", it.requestId()).field("reason", it.reason()),
                in -> new CancelledParams(
                        mayLackId ? in.idOrNull("requestId") : in.id("requestId"), in.textOrNull("reason"), in.meta()));
    }

    Codec<ProgressParams> progress() {
        boolean message = revision.hasProgressMessage();
        return new SimpleCodec<>(
                (out, it) -> out.field("progressToken", it.progressToken().value())
                        .field("progress", it.progress())
                        .field("total", it.total())
                        .field("message", message ? it.message() : null),
                in -> new ProgressParams(
                        new ProgressToken(in.token("progressToken")),
                        in.number("progress"),
                        in.numberOrNull("total"),
                        in.textOrNull("message"),
                        in.meta()));
    }

    Codec<CallToolParams> callTool() {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name()).field("arguments", it.arguments());
                    resumed(out, it);
                },
                in -> {
                    Json arguments = in.objectOrNull("arguments");
                    return new CallToolParams(
                            in.text("name"),
                            arguments == null ? Json.EMPTY_OBJECT : arguments,
                            responses(in),
                            state(in),
                            in.meta());
                });
    }

    Codec<ReadResourceParams> readResource() {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("uri", it.uri());
                    resumed(out, it);
                },
                in -> new ReadResourceParams(in.text("uri"), responses(in), state(in), in.meta()));
    }

    Codec<GetPromptParams> getPrompt() {
        return new SimpleCodec<>(
                (out, it) -> {
                    out.field("name", it.name());
                    Write.textsByNameIfAny(out, "arguments", it.arguments());
                    resumed(out, it);
                },
                in -> new GetPromptParams(
                        in.text("name"), in.textsByNameOrEmpty("arguments"), responses(in), state(in), in.meta()));
    }

    /** What a client brings back when it sends a request again, in 2026-07-28. Before, these members mean nothing. */
    private void resumed(JsonWriter out, ResumableParams it) {
        if (revision.isStateless()) {
            Write.byNameIfAny(out, "inputResponses", it.inputResponses());
            out.field("requestState", it.requestState());
        }
    }

    /** Reads without checks: an invalid entry is found when its question is asked for, an unexpected one is ignored. */
    private Map<String, Json> responses(Fields in) {
        return revision.isStateless() ? in.membersOrEmpty("inputResponses") : Map.of();
    }

    private @Nullable String state(Fields in) {
        return revision.isStateless() ? in.textOrNull("requestState") : null;
    }

    Codec<CompleteParams> complete() {
        boolean context = revision.hasCompletionContext();
        return new SimpleCodec<>(
                (out, it) -> {
                    Write.one(out, "ref", carried(it.ref()), REF);
                    out.name("argument").object();
                    out.field("name", it.argumentName()).field("value", it.argumentValue());
                    out.endObject();
                    if (context && !it.context().isEmpty()) {
                        out.name("context").object();
                        Write.textsByNameIfAny(out, "arguments", it.context());
                        out.endObject();
                    }
                },
                in -> {
                    CompletionRef ref = in.one("ref", REF::read);
                    Fields argument = in.fields("argument");
                    Fields given = context ? in.fieldsOrNull("context") : null;
                    return new CompleteParams(
                            ref,
                            argument.text("name"),
                            argument.text("value"),
                            given == null ? Map.of() : given.textsByNameOrEmpty("arguments"),
                            in.meta());
                });
    }

    private CompletionRef carried(CompletionRef ref) {
        return ref instanceof CompletionRef.ToPrompt prompt && !revision.hasTitles()
                ? CompletionRef.prompt(prompt.name())
                : ref;
    }
}
