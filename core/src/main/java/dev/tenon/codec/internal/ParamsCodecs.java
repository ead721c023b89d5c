package dev.tenon.codec.internal;

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
import dev.tenon.model.InitializeParams;
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

/**
 * Reads and writes the parameters of requests and notifications. The {@code _meta} is written by {@code ProtocolCodec}.
 */
record ParamsCodecs(Revision revision) {
    static final JsonObjectCodec<EmptyParams> EMPTY =
            new JsonObjectCodec<>((out, it) -> {}, in -> new EmptyParams(in.meta()));

    static final JsonObjectCodec<ListRoots> LIST_ROOTS =
            new JsonObjectCodec<>((out, it) -> {}, in -> new ListRoots(in.meta()));

    static final JsonObjectCodec<PaginatedParams> PAGINATED = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("cursor", it.cursor()),
            in -> new PaginatedParams(in.stringOrNull("cursor"), in.meta()));

    static final JsonObjectCodec<SubscribeParams> SUBSCRIBE = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("uri", it.uri()), in -> new SubscribeParams(in.string("uri"), in.meta()));

    static final JsonObjectCodec<SetLevelParams> SET_LEVEL = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("level", it.level().wireName()),
            in -> new SetLevelParams(in.choice("level", LogLevel.values(), LogLevel::wireName), in.meta()));

    static final JsonObjectCodec<ResourceUpdatedParams> RESOURCE_UPDATED = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("uri", it.uri()),
            in -> new ResourceUpdatedParams(in.string("uri"), in.meta()));

    static final JsonObjectCodec<ElicitationCompleteParams> ELICITATION_COMPLETE = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("elicitationId", it.elicitationId()),
            in -> new ElicitationCompleteParams(in.string("elicitationId"), in.meta()));

    static final JsonObjectCodec<LogParams> LOG = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("level", it.level().wireName())
                    .fieldUnlessNull("logger", it.logger())
                    .fieldUnlessNull("data", it.data()),
            in -> new LogParams(
                    in.choice("level", LogLevel.values(), LogLevel::wireName),
                    in.stringOrNull("logger"),
                    in.value("data"),
                    in.meta()));

    private static final JsonObjectCodec<SubscriptionFilter> FILTER = new JsonObjectCodec<>(
            (out, it) -> {
                MemberWriter.writeIfTrue(out, "toolsListChanged", it.toolsListChanged());
                MemberWriter.writeIfTrue(out, "promptsListChanged", it.promptsListChanged());
                MemberWriter.writeIfTrue(out, "resourcesListChanged", it.resourcesListChanged());
                MemberWriter.writeStringsIfNotEmpty(out, "resourceSubscriptions", it.resourceSubscriptions());
            },
            in -> new SubscriptionFilter(
                    in.booleanOrFalse("toolsListChanged"),
                    in.booleanOrFalse("promptsListChanged"),
                    in.booleanOrFalse("resourcesListChanged"),
                    in.stringsOrEmpty("resourceSubscriptions")));

    static final JsonObjectCodec<ListenParams> LISTEN = new JsonObjectCodec<>(
            (out, it) -> MemberWriter.writeIfPresent(out, "notifications", it.notifications(), FILTER),
            in -> new ListenParams(in.decode("notifications", FILTER::read), in.meta()));

    static final JsonObjectCodec<AcknowledgedParams> ACKNOWLEDGED = new JsonObjectCodec<>(
            (out, it) -> MemberWriter.writeIfPresent(out, "notifications", it.notifications(), FILTER),
            in -> new AcknowledgedParams(in.decode("notifications", FILTER::read), in.meta()));

    private static final JsonObjectCodec<CompletionRef> REF = new JsonObjectCodec<>(
            (out, it) -> {
                if (it instanceof CompletionRef.ToResource resource) {
                    out.fieldUnlessNull("type", "ref/resource").fieldUnlessNull("uri", resource.uri());
                } else if (it instanceof CompletionRef.ToPrompt prompt) {
                    out.fieldUnlessNull("type", "ref/prompt")
                            .fieldUnlessNull("name", prompt.name())
                            .fieldUnlessNull("title", prompt.title());
                }
            },
            in -> switch (in.string("type")) {
                case "ref/prompt" -> new CompletionRef.ToPrompt(in.string("name"), in.stringOrNull("title"));
                case "ref/resource" -> new CompletionRef.ToResource(in.string("uri"));
                default -> throw in.typeMismatch("type", "ref/prompt or ref/resource");
            });

    static JsonObjectCodec<InitializeParams> initialize(ElementCodecs of) {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("protocolVersion", it.protocolVersion());
                    MemberWriter.writeIfPresent(out, "capabilities", it.capabilities(), of.capabilities.client);
                    MemberWriter.writeIfPresent(out, "clientInfo", it.clientInfo(), of.implementation);
                },
                in -> new InitializeParams(
                        in.string("protocolVersion"),
                        in.decode("capabilities", of.capabilities.client::read),
                        in.decode("clientInfo", of.implementation::read),
                        in.meta()));
    }

    /** In 2025-11-25 a cancellation may omit the id (for tasks); all other revisions require it. */
    JsonObjectCodec<CancelledParams> cancelled() {
        boolean mayLackId = revision.hasElicitationIds();
        return new JsonObjectCodec<>(
                (out, it) -> out.fieldUnlessNull("requestId", it.requestId()).fieldUnlessNull("reason", it.reason()),
                in -> new CancelledParams(
                        mayLackId ? in.idOrNull("requestId") : in.id("requestId"),
                        in.stringOrNull("reason"),
                        in.meta()));
    }

    JsonObjectCodec<ProgressParams> progress() {
        boolean message = revision.hasProgressMessage();
        return new JsonObjectCodec<>(
                (out, it) -> out.fieldUnlessNull(
                                "progressToken", it.progressToken().value())
                        .fieldUnlessNull("progress", it.progress())
                        .fieldUnlessNull("total", it.total())
                        .fieldUnlessNull("message", message ? it.message() : null),
                in -> new ProgressParams(
                        new ProgressToken(in.progressToken("progressToken")),
                        in.number("progress"),
                        in.numberOrNull("total"),
                        in.stringOrNull("message"),
                        in.meta()));
    }

    JsonObjectCodec<CallToolParams> callTool() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("name", it.name()).fieldUnlessNull("arguments", it.arguments());
                    writeResumption(out, it);
                },
                in -> {
                    Json arguments = in.objectOrNull("arguments");
                    return new CallToolParams(
                            in.string("name"),
                            arguments == null ? Json.EMPTY_OBJECT : arguments,
                            readInputResponses(in),
                            readRequestState(in),
                            in.meta());
                });
    }

    JsonObjectCodec<ReadResourceParams> readResource() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("uri", it.uri());
                    writeResumption(out, it);
                },
                in -> new ReadResourceParams(
                        in.string("uri"), readInputResponses(in), readRequestState(in), in.meta()));
    }

    JsonObjectCodec<GetPromptParams> getPrompt() {
        return new JsonObjectCodec<>(
                (out, it) -> {
                    out.fieldUnlessNull("name", it.name());
                    MemberWriter.writeStringMapIfNotEmpty(out, "arguments", it.arguments());
                    writeResumption(out, it);
                },
                in -> new GetPromptParams(
                        in.string("name"),
                        in.stringMapOrEmpty("arguments"),
                        readInputResponses(in),
                        readRequestState(in),
                        in.meta()));
    }

    /**
     * Writes the input responses and the state of a retried request in 2026-07-28. Older revisions do not have these
     * members.
     */
    private void writeResumption(JsonWriter out, ResumableParams it) {
        if (revision.isStateless()) {
            MemberWriter.writeJsonMapIfNotEmpty(out, "inputResponses", it.inputResponses());
            out.fieldUnlessNull("requestState", it.requestState());
        }
    }

    /** Reads without checks: an invalid entry is reported when the server decodes it, an unexpected one is ignored. */
    private Map<String, Json> readInputResponses(JsonObjectReader in) {
        return revision.isStateless() ? in.membersOrEmpty("inputResponses") : Map.of();
    }

    private @Nullable String readRequestState(JsonObjectReader in) {
        return revision.isStateless() ? in.stringOrNull("requestState") : null;
    }

    JsonObjectCodec<CompleteParams> complete() {
        boolean context = revision.hasCompletionContext();
        return new JsonObjectCodec<>(
                (out, it) -> {
                    MemberWriter.writeIfPresent(out, "ref", supportedRef(it.ref()), REF);
                    out.name("argument").beginObject();
                    out.fieldUnlessNull("name", it.argumentName()).fieldUnlessNull("value", it.argumentValue());
                    out.endObject();
                    if (context && !it.context().isEmpty()) {
                        out.name("context").beginObject();
                        MemberWriter.writeStringMapIfNotEmpty(out, "arguments", it.context());
                        out.endObject();
                    }
                },
                in -> {
                    CompletionRef ref = in.decode("ref", REF::read);
                    JsonObjectReader argument = in.objectReader("argument");
                    JsonObjectReader contextReader = context ? in.objectReaderOrEmpty("context") : null;
                    return new CompleteParams(
                            ref,
                            argument.string("name"),
                            argument.string("value"),
                            contextReader == null ? Map.of() : contextReader.stringMapOrEmpty("arguments"),
                            in.meta());
                });
    }

    private CompletionRef supportedRef(CompletionRef ref) {
        return ref instanceof CompletionRef.ToPrompt prompt && !revision.hasTitles()
                ? CompletionRef.prompt(prompt.name())
                : ref;
    }
}
