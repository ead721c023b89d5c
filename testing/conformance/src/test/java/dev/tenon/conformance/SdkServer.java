package dev.tenon.conformance;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServer.SyncSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncCompletionSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncResourceTemplateSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult;
import io.modelcontextprotocol.spec.McpSchema.CompleteResult.CompleteCompletion;
import io.modelcontextprotocol.spec.McpSchema.CreateMessageRequest;
import io.modelcontextprotocol.spec.McpSchema.ElicitRequest;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.LoggingLevel;
import io.modelcontextprotocol.spec.McpSchema.LoggingMessageNotification;
import io.modelcontextprotocol.spec.McpSchema.ProgressNotification;
import io.modelcontextprotocol.spec.McpSchema.Prompt;
import io.modelcontextprotocol.spec.McpSchema.PromptArgument;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.PromptReference;
import io.modelcontextprotocol.spec.McpSchema.ReadResourceResult;
import io.modelcontextprotocol.spec.McpSchema.Resource;
import io.modelcontextprotocol.spec.McpSchema.ResourceTemplate;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.SamplingMessage;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** A small server on the official Java SDK, for its own process. */
// Much of the SDK is deprecated for its next release.
@SuppressWarnings("deprecation")
final class SdkServer {
    private static final Map<String, Object> NO_ARGUMENTS = Map.of("type", "object", "properties", Map.of());
    private static final Map<String, Object> NUMBER = Map.of("type", "number");
    private static final PromptReference GREET = new PromptReference("greet");

    private SdkServer() {}

    /** Serves stdio, or HTTP at this path: {@code /mcp} or {@code /sse}. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            System.out.println("listening on " + SdkHttpServer.start(SdkServer::addFeatures) + arguments[0]);
            return;
        }
        addFeatures(McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper())))
                .build();
    }

    /** Adds the features of the server. */
    static SyncSpecification<?> addFeatures(SyncSpecification<?> server) {
        server.serverInfo("sdk-server", "1.0.0")
                .instructions("Add first.")
                .capabilities(ServerCapabilities.builder()
                        .tools(true)
                        .resources(false, true)
                        .prompts(true)
                        .completions()
                        .logging()
                        .build())
                .toolCall(add(), SdkServer::sum)
                .resources(new SyncResourceSpecification(
                        Resource.builder("note://one", "one").build(), (exchange, request) -> note(request.uri())))
                .resourceTemplates(new SyncResourceTemplateSpecification(
                        ResourceTemplate.builder("note://page/{number}", "page").build(),
                        (exchange, request) -> note(request.uri())))
                .prompts(new SyncPromptSpecification(
                        new Prompt("greet", null, List.of(new PromptArgument("name", "Who", true))),
                        (exchange, request) -> new GetPromptResult(
                                null,
                                List.of(new PromptMessage(
                                        Role.USER,
                                        new TextContent(
                                                "Hello " + request.arguments().get("name")))))))
                .completions(new SyncCompletionSpecification(
                        GREET,
                        (exchange, request) -> new CompleteResult(new CompleteCompletion(
                                List.of(request.argument().value() + "da"), 1, false))));
        tool(server, "fail", (exchange, request) -> result("It is broken.", true));
        tool(server, "count", SdkServer::count);
        tool(server, "form", SdkServer::form);
        tool(server, "interview", SdkServer::interview);
        return server;
    }

    private static void tool(
            SyncSpecification<?> server,
            String name,
            BiFunction<McpSyncServerExchange, CallToolRequest, CallToolResult> handler) {
        server.toolCall(Tool.builder().name(name).inputSchema(NO_ARGUMENTS).build(), handler);
    }

    private static Tool add() {
        return Tool.builder()
                .name("add")
                .inputSchema(Map.of("type", "object", "properties", Map.of("a", NUMBER, "b", NUMBER)))
                .outputSchema(Map.of("type", "object", "properties", Map.of("sum", NUMBER)))
                .build();
    }

    private static CallToolResult sum(McpSyncServerExchange exchange, CallToolRequest request) {
        int sum = ((Number) request.arguments().get("a")).intValue()
                + ((Number) request.arguments().get("b")).intValue();
        return CallToolResult.builder()
                .addTextContent(String.valueOf(sum))
                .structuredContent(Map.of("sum", sum))
                .build();
    }

    private static CallToolResult count(McpSyncServerExchange exchange, CallToolRequest request) {
        exchange.loggingNotification(new LoggingMessageNotification(LoggingLevel.DEBUG, "sdk", "counting"));
        exchange.loggingNotification(new LoggingMessageNotification(LoggingLevel.WARNING, "sdk", "nearly there"));
        Object token = request.meta().get("progressToken");
        for (int i = 1; i <= 3; i++) {
            exchange.progressNotification(new ProgressNotification(token, i, 3.0, null));
        }
        return result("counted", false);
    }

    private static CallToolResult form(McpSyncServerExchange exchange, CallToolRequest request) {
        Map<String, Object> schema = Map.of(
                "type", "object", "properties", Map.of("name", Map.of("type", "string")), "required", List.of("name"));
        var response = exchange.createElicitation(
                ElicitRequest.builder("Who are you?", schema).build());
        return result("Hello " + response.content().get("name"), false);
    }

    private static CallToolResult interview(McpSyncServerExchange exchange, CallToolRequest request) {
        String root = exchange.listRoots().roots().get(0).uri();
        SamplingMessage greet = new SamplingMessage(
                Role.USER, TextContent.builder("Greet those at " + root).build());
        TextContent greeting = (TextContent) exchange.createMessage(
                        CreateMessageRequest.builder(List.of(greet), 20).build())
                .content();
        return result("At " + root + " was heard: " + greeting.text(), false);
    }

    private static ReadResourceResult note(String uri) {
        return new ReadResourceResult(List.of(new TextResourceContents(uri, "text/plain", "this is " + uri)));
    }

    private static CallToolResult result(String text, boolean error) {
        return CallToolResult.builder().addTextContent(text).isError(error).build();
    }
}
