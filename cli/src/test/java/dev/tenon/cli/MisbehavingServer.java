package dev.tenon.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/** A misbehaving server over stdio: hidden text, no response, invalid responses, exit. */
final class MisbehavingServer {
    private static final String ESCAPE_SEQUENCE = "\u001b[31mred\u001b[0m";
    private static final String HIDDEN_CHARACTERS = "abc\u202Edef\u200B";
    private static final Json NO_ARGUMENTS = Json.of(Map.of("type", "object"));
    private static final PrintStream OUT = new PrintStream(System.out, true, UTF_8);

    private MisbehavingServer() {}

    /** Serves until its input ends, or one of its tools ends it. */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Json message = Json.parse(line);
            Json id = message.get("id");
            if (id != null) {
                respond(id, String.valueOf(message.get("method").string()), message.get("params"));
            }
        }
    }

    private static void respond(Json id, String method, Json params) {
        switch (method) {
            case "initialize" ->
                sendResult(
                        id,
                        Map.of(
                                "protocolVersion",
                                "2025-11-25",
                                "capabilities",
                                Map.of("tools", Map.of()),
                                "serverInfo",
                                Map.of("name", "odd " + ESCAPE_SEQUENCE, "version", "1"),
                                "instructions",
                                HIDDEN_CHARACTERS));
            case "tools/list" -> sendResult(id, Map.of("tools", listTools()));
            case "tools/call" ->
                handleCall(id, String.valueOf(params.get("name").string()), params.get("arguments"));
            default -> send(Map.of("id", id, "error", Map.of("code", -32601, "message", "No " + ESCAPE_SEQUENCE)));
        }
    }

    private static List<Map<String, Object>> listTools() {
        return List.of(
                createTool("hidden", HIDDEN_CHARACTERS + " " + ESCAPE_SEQUENCE),
                createTool("failing", "Says that it failed"),
                createTool("silent", "Never answers"),
                createTool("nonsense", "Answers nonsense"),
                createTool("dying", "Ends the server"),
                Map.of("name", "erase", "inputSchema", NO_ARGUMENTS, "annotations", Map.of("destructiveHint", true)));
    }

    private static Map<String, Object> createTool(String name, String description) {
        return Map.of("name", name, "description", description, "inputSchema", NO_ARGUMENTS);
    }

    private static void handleCall(Json id, String name, Json arguments) {
        switch (name) {
            case "hidden" ->
                sendResult(id, createTextResult(HIDDEN_CHARACTERS + "\r\nsecond " + ESCAPE_SEQUENCE, false));
            case "failing" -> sendResult(id, createTextResult("It did not work out", true));
            case "erase" -> sendResult(id, createTextResult("Erased " + arguments, false));
            case "nonsense" -> sendResult(id, Map.of("content", "nonsense"));
            case "dying" -> {
                System.err.println("out of " + ESCAPE_SEQUENCE);
                System.exit(3);
            }
            default -> {
                // Silence.
            }
        }
    }

    private static Map<String, Object> createTextResult(String text, boolean isError) {
        return Map.of("content", List.of(Map.of("type", "text", "text", text)), "isError", isError);
    }

    private static void sendResult(Json id, Map<String, ?> result) {
        send(Map.of("id", id, "result", result));
    }

    private static void send(Map<String, ?> members) {
        java.util.Map<String, Object> message = new java.util.LinkedHashMap<>(members);
        message.put("jsonrpc", "2.0");
        OUT.println(Json.of(message));
    }
}
