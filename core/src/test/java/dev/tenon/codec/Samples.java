package dev.tenon.codec;

import dev.tenon.json.Json;
import dev.tenon.model.*;
import dev.tenon.model.AcknowledgedParams;
import dev.tenon.model.Annotations;
import dev.tenon.model.AudioContent;
import dev.tenon.model.Caching;
import dev.tenon.model.CallToolParams;
import dev.tenon.model.CallToolResult;
import dev.tenon.model.CancelledParams;
import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.DiscoverResult;
import dev.tenon.model.Elicit;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitationCompleteParams;
import dev.tenon.model.EmptyParams;
import dev.tenon.model.EmptyResult;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Icon;
import dev.tenon.model.IconTheme;
import dev.tenon.model.ImageContent;
import dev.tenon.model.Implementation;
import dev.tenon.model.IncludeContext;
import dev.tenon.model.InitializeParams;
import dev.tenon.model.InitializeResult;
import dev.tenon.model.InputRequired;
import dev.tenon.model.ListPromptsResult;
import dev.tenon.model.ListResourceTemplatesResult;
import dev.tenon.model.ListResourcesResult;
import dev.tenon.model.ListRoots;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.ListToolsResult;
import dev.tenon.model.ListenParams;
import dev.tenon.model.ListenResult;
import dev.tenon.model.LogLevel;
import dev.tenon.model.LogParams;
import dev.tenon.model.Meta;
import dev.tenon.model.Method;
import dev.tenon.model.ModelPreferences;
import dev.tenon.model.NotificationType;
import dev.tenon.model.PaginatedParams;
import dev.tenon.model.Params;
import dev.tenon.model.ProgressParams;
import dev.tenon.model.ProgressToken;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.ResourceUpdatedParams;
import dev.tenon.model.Result;
import dev.tenon.model.Revision;
import dev.tenon.model.Role;
import dev.tenon.model.Root;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.SetLevelParams;
import dev.tenon.model.SubscribeParams;
import dev.tenon.model.SubscriptionFilter;
import dev.tenon.model.TextContent;
import dev.tenon.model.Tool;
import dev.tenon.model.ToolAnnotations;
import dev.tenon.model.ToolChoice;
import dev.tenon.model.ToolResultContent;
import dev.tenon.model.ToolUse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One sample of each message type, with all fields set. */
final class Samples {
    static final Meta META = Meta.of("com.example/note", Json.of("kept"));
    static final Meta SUBSCRIPTION = META.withSubscriptionId(Json.of(7));
    static final Json OBJECT = Json.parse("{\"sum\":3}");
    static final Json SCHEMA = Json.parse("""
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
             "properties":{"a":{"type":"integer","x-mcp-header":"A"},
                           "x-mcp-header":{"type":"string"},
                           "in":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"B"}}}},
             "required":["a"]}
            """);
    static final Json OUTPUT = Json.parse("{\"type\":\"object\",\"properties\":{\"sum\":{\"type\":\"integer\"}}}");
    static final Json LIST_OUTPUT = Json.parse("{\"type\":\"array\",\"items\":{\"type\":\"integer\"}}");
    static final byte[] BYTES = "sound".getBytes(StandardCharsets.UTF_8);
    static final Icon ICON = Icon.of("https://example.com/i.png")
            .withMimeType("image/png")
            .withSizes(List.of("48x48", "any"))
            .withTheme(IconTheme.DARK);
    static final Implementation SELF = Implementation.of("demo", "1.0")
            .withTitle("Demo")
            .withDescription("Shows things")
            .withWebsiteUrl("https://example.com")
            .withIcons(List.of(ICON));
    static final Annotations ANNOTATIONS = Annotations.NONE
            .withAudience(Role.USER, Role.ASSISTANT)
            .withPriority(0.5)
            .withLastModified(Instant.parse("2025-11-21T10:00:00Z"));
    static final ClientCapabilities CLIENT = ClientCapabilities.NONE
            .withRoots(true)
            .withSampling(new ClientCapabilities.Sampling(true, true))
            .withElicitation(true, true)
            .withExperimental(Map.of("x", Json.EMPTY_OBJECT))
            .withExtensions(Map.of("com.example/e", OBJECT));
    static final ServerCapabilities SERVER = ServerCapabilities.NONE
            .withTools(true)
            .withResources(true, true)
            .withPrompts(true)
            .withLogging(true)
            .withCompletions(true)
            .withExperimental(Map.of("x", Json.EMPTY_OBJECT))
            .withExtensions(Map.of("com.example/e", OBJECT));
    static final Tool TOOL = Tool.of("add", SCHEMA)
            .withTitle("Add")
            .withDescription("Adds")
            .withOutputSchema(OUTPUT)
            .withAnnotations(ToolAnnotations.NONE
                    .withTitle("Adder")
                    .withReadOnlyHint(true)
                    .withDestructiveHint(false)
                    .withIdempotentHint(true)
                    .withOpenWorldHint(false))
            .withIcons(List.of(ICON))
            .withMeta(META);
    static final Resource RESOURCE = Resource.of("file:///a.txt", "a")
            .withTitle("A")
            .withDescription("First")
            .withMimeType("text/plain")
            .withSize(12L)
            .withAnnotations(ANNOTATIONS)
            .withIcons(List.of(ICON))
            .withMeta(META);
    static final ResourceTemplate TEMPLATE = new ResourceTemplate(
            "file:///{name}", "any", "Any", "All files", "text/plain", ANNOTATIONS, List.of(ICON), META);
    static final ResourceContents TEXT_CONTENTS =
            ResourceContents.text("file:///a.txt", "text/plain", "hello").withMeta(META);
    static final ResourceContents BLOB_CONTENTS = ResourceContents.blob("file:///b", "application/octet-stream", BYTES)
            .withMeta(META);
    static final Prompt PROMPT = new Prompt(
            "greet",
            "Greet",
            "Says hello",
            List.of(
                    PromptArgument.required("name").withTitle("Name").withDescription("Who"),
                    PromptArgument.optional("tone")),
            List.of(ICON),
            META);
    static final TextContent TEXT =
            Content.text("hi").withAnnotations(ANNOTATIONS).withMeta(META);
    static final ImageContent IMAGE =
            Content.image(BYTES, "image/png").withAnnotations(ANNOTATIONS).withMeta(META);
    static final AudioContent AUDIO =
            Content.audio(BYTES, "audio/wav").withAnnotations(ANNOTATIONS).withMeta(META);
    static final List<Content> CONTENT = List.of(
            TEXT,
            IMAGE,
            AUDIO,
            Content.embedded(TEXT_CONTENTS).withAnnotations(ANNOTATIONS).withMeta(META),
            Content.embedded(BLOB_CONTENTS),
            Content.link(RESOURCE));
    static final Json FORM = Json.parse("""
            {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","title":"Form",
             "additionalProperties":false,
             "properties":{
               "name":{"type":"string","title":"Name","description":"Yours","minLength":1,"maxLength":9,"default":"me"},
               "mail":{"type":"string","format":"email"},
               "age":{"type":"integer","minimum":0,"maximum":150,"default":3,"title":"Age"},
               "vip":{"type":"boolean","default":true},
               "size":{"type":"string","enum":["s","m"],"default":"s"},
               "old":{"type":"string","enum":["s","m"],"enumNames":["Small","Medium"]},
               "color":{"type":"string","oneOf":[{"const":"r","title":"Red"},{"const":"g","title":"Green"}]}},
             "required":["name"]}
            """);
    static final Json RICH_FORM = Json.parse("""
            {"type":"object","properties":{
               "many":{"type":"array","minItems":1,"maxItems":2,"items":{"type":"string","enum":["a","b"]},"default":["a"]},
               "named":{"type":"array","items":{"anyOf":[{"const":"r","title":"Red"}]}}}}
            """);
    static final CreateMessage SAMPLE = CreateMessage.of(
                    100, SamplingMessage.user(TEXT, IMAGE, AUDIO).withMeta(META), SamplingMessage.assistant("yes"))
            .withModelPreferences(ModelPreferences.of("claude", "gpt")
                    .withCostPriority(1.0)
                    .withSpeedPriority(0.0)
                    .withIntelligencePriority(1.0))
            .withSystemPrompt("Be brief")
            .withIncludeContext(IncludeContext.THIS_SERVER)
            .withTemperature(1.0)
            .withStopSequences(List.of("END"))
            .withMetadata(OBJECT)
            .withMeta(META);
    static final CreateMessage SAMPLE_WITH_TOOLS = CreateMessage.of(
                    100,
                    SamplingMessage.user("add"),
                    SamplingMessage.assistant(new ToolUse("u1", "add", OBJECT, META)),
                    SamplingMessage.user(ToolResultContent.of("u1", TEXT, Content.link(RESOURCE), AUDIO)
                            .withStructuredContent(OBJECT)
                            .withMeta(META)))
            .withTools(List.of(TOOL), ToolChoice.REQUIRED);

    private Samples() {}

    /** Returns the parameters of a method in a revision; one for each kind. */
    static Stream<Params> params(Method<?, ?> method, Revision revision) {
        Map<String, Json> inputResponses = Map.of("k", Json.parse("{\"action\":\"decline\"}"));
        return switch (method.name()) {
            case "initialize" -> Stream.of(InitializeParams.of(Revision.V2025_11_25, CLIENT, SELF));
            case "ping", "server/discover" -> Stream.of(EmptyParams.EMPTY);
            case "tools/list", "resources/list", "resources/templates/list", "prompts/list" ->
                Stream.of(PaginatedParams.FIRST, PaginatedParams.at("next"));
            case "tools/call" ->
                Stream.of(
                        CallToolParams.of("add", OBJECT),
                        CallToolParams.of("add", OBJECT).resumedWith(inputResponses, "state"));
            case "resources/read" ->
                Stream.of(ReadResourceParams.of("file:///a.txt").resumedWith(inputResponses, "state"));
            case "resources/subscribe", "resources/unsubscribe" -> Stream.of(SubscribeParams.of("file:///a.txt"));
            case "prompts/get" ->
                Stream.of(GetPromptParams.of("greet", Map.of("name", "Ann")).resumedWith(inputResponses, "state"));
            case "completion/complete" ->
                Stream.of(
                        CompleteParams.of(new CompletionRef.ToPrompt("greet", "Greet"), "name", "A")
                                .withContext(Map.of("tone", "warm")),
                        CompleteParams.of(CompletionRef.resource("file:///{name}"), "name", ""));
            case "logging/setLevel" -> Stream.of(SetLevelParams.of(LogLevel.WARNING));
            case "subscriptions/listen" -> Stream.of(ListenParams.of(FILTER));
            case "elicitation/create" -> elicitations(revision);
            case "sampling/createMessage" -> Stream.of(SAMPLE, SAMPLE_WITH_TOOLS);
            case "roots/list" -> Stream.of(ListRoots.REQUEST);
            default -> throw new AssertionError(method);
        };
    }

    static final SubscriptionFilter FILTER = SubscriptionFilter.NONE
            .withToolsListChanged(true)
            .withPromptsListChanged(true)
            .withResourcesListChanged(true)
            .withResourceSubscriptions(List.of("file:///a.txt"));

    static Stream<Params> elicitations(Revision revision) {
        Stream<Params> forms = Stream.of(Elicit.form("Who are you?", FORM));
        Stream<Params> more = revision.hasRichForms()
                ? Stream.of(
                        Elicit.form("Which?", RICH_FORM),
                        Elicit.url("Sign in", "https://example.com/in").withElicitationId("e1"))
                : Stream.empty();
        return Stream.concat(forms, more);
    }

    /** Returns the results of a method; one for each kind. */
    static Stream<Result> results(Method<?, ?> method) {
        Caching caching = Caching.ofPublic(Duration.ofSeconds(5));
        return switch (method.name()) {
            case "initialize" ->
                Stream.of(
                        InitializeResult.of(Revision.V2025_11_25, SERVER, SELF).withInstructions("Ask"));
            case "ping", "resources/subscribe", "resources/unsubscribe", "logging/setLevel" ->
                Stream.of(EmptyResult.EMPTY, new EmptyResult(META));
            case "server/discover" ->
                Stream.of(DiscoverResult.of(Revision.newestFirst(), SERVER)
                        .withInstructions("Ask")
                        .withCaching(caching));
            case "tools/list" -> Stream.of(new ListToolsResult(List.of(TOOL), "n", caching, Meta.EMPTY));
            case "resources/list" -> Stream.of(new ListResourcesResult(List.of(RESOURCE), "n", Caching.NONE, META));
            case "resources/templates/list" ->
                Stream.of(new ListResourceTemplatesResult(List.of(TEMPLATE), "n", Caching.NONE, Meta.EMPTY));
            case "prompts/list" -> Stream.of(new ListPromptsResult(List.of(PROMPT), "n", Caching.NONE, Meta.EMPTY));
            case "tools/call" ->
                Stream.of(
                        new CallToolResult(CONTENT, OBJECT, false, META),
                        CallToolResult.structured(Json.parse("[1,2]")),
                        CallToolResult.error("no"));
            case "resources/read" -> Stream.of(ReadResourceResult.of(TEXT_CONTENTS, BLOB_CONTENTS));
            case "prompts/get" ->
                Stream.of(new GetPromptResult(
                        CONTENT.stream().map(PromptMessage::user).toList(), "Hello", META));
            case "completion/complete" ->
                Stream.of(CompleteResult.of(Completion.of(List.of("Ann", "Abe"))), CompleteResult.of(Completion.NONE));
            case "subscriptions/listen" -> Stream.of(ListenResult.of(Json.of(7)));
            case "elicitation/create" -> Stream.of(ElicitResult.accept(OBJECT), ElicitResult.decline());
            case "sampling/createMessage" ->
                Stream.of(
                        CreateMessageResult.of("claude", TEXT),
                        CreateMessageResult.of("claude", TEXT, new ToolUse("u1", "add", OBJECT, META))
                                .withStopReason(CreateMessageResult.TOOL_USE));
            case "roots/list" ->
                Stream.of(ListRootsResult.of(
                        Root.of("file:///home").withName("Home").withMeta(META)));
            default -> throw new AssertionError(method);
        };
    }

    /** Returns the parameters of a notification. */
    static Params params(NotificationType<?> type) {
        return switch (type.name()) {
            case "notifications/cancelled" -> new CancelledParams(Json.of(5), "late", META);
            case "notifications/progress" -> new ProgressParams(ProgressToken.of("t"), 1, 2.0, "half", META);
            case "notifications/message" -> new LogParams(LogLevel.ERROR, "core", Json.of("boom"), Meta.EMPTY);
            case "notifications/resources/updated" -> new ResourceUpdatedParams("file:///a.txt", SUBSCRIPTION);
            case "notifications/subscriptions/acknowledged" -> AcknowledgedParams.of(FILTER, Json.of(7));
            case "notifications/elicitation/complete" -> ElicitationCompleteParams.of("e1");
            default -> new EmptyParams(SUBSCRIPTION);
        };
    }

    static final InputRequired INPUT_REQUIRED = InputRequired.of(
            Map.of(
                    "form",
                    Elicit.form("Who?", FORM).withMeta(META),
                    "rich",
                    Elicit.form("Which?", RICH_FORM),
                    "url",
                    Elicit.url("Sign in", "https://example.com/in").withElicitationId("e1"),
                    "model",
                    SAMPLE,
                    "tools",
                    SAMPLE_WITH_TOOLS,
                    "roots",
                    ListRoots.REQUEST),
            "sealed");
}
