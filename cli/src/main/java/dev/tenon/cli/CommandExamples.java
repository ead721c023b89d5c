package dev.tenon.cli;

import dev.tenon.json.Json;
import java.net.URI;
import java.util.regex.Pattern;

/** Creates commands and configurations that users can copy and use unchanged. */
final class CommandExamples {
    /** Set by the start script, which is the only part that knows its own path. */
    private static final String COMMAND_PROPERTY = "tenon.command";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** Calls the tool {@code echo} in revision 2026-07-28. Contains no apostrophe, which would end the shell quotes. */
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
            + "\"name\":\"echo\",\"arguments\":{\"text\":\"Hello\"},\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

    private CommandExamples() {}

    /** Returns the path of the running command. */
    static String currentCommand() {
        return System.getProperty(COMMAND_PROPERTY, "tenon");
    }

    /** Returns a shell command that calls the tool {@code echo} over HTTP. */
    static String curlCall(URI endpoint) {
        return "curl -sS -w '\\n' " + quoteForShell(endpoint.toString())
                + " -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'"
                + " -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: echo'"
                + " -d '" + CALL + "'";
    }

    /** Returns a shell command that calls the tool {@code echo} over stdio. */
    static String pipedCall(String command) {
        return "echo '" + CALL + "' | " + quoteForShell(command) + " demo --stdio";
    }

    /** Returns the configuration for clients that start their servers. */
    static String clientConfiguration(String command) {
        return "{\"mcpServers\":{\"tenon-demo\":{\"command\":" + Json.of(command)
                + ",\"args\":[\"demo\",\"--stdio\"]}}}";
    }

    private static String quoteForShell(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
