package dev.tenon.cli;

import dev.tenon.json.Json;
import java.net.URI;
import java.util.regex.Pattern;

/** Things to copy from the screen and use as they are. */
final class CommandExamples {
    /** Set by the script that starts the command, which alone knows where it is. */
    private static final String COMMAND_PROPERTY = "tenon.command";

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /**
     * A call of the tool echo, as revision 2026-07-28 wants it. Holds no apostrophe, which would end the shell's
     * quotes.
     */
    private static final String CALL = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
            + "\"name\":\"echo\",\"arguments\":{\"text\":\"Hello\"},\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";

    private CommandExamples() {}

    /** The path of the command that is running. */
    static String currentCommand() {
        return System.getProperty(COMMAND_PROPERTY, "tenon");
    }

    /** A line for the shell that calls the tool echo over HTTP. */
    static String curlCall(URI endpoint) {
        return "curl -sS -w '\\n' " + quoteForShell(endpoint.toString())
                + " -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream'"
                + " -H 'MCP-Protocol-Version: 2026-07-28' -H 'Mcp-Method: tools/call' -H 'Mcp-Name: echo'"
                + " -d '" + CALL + "'";
    }

    /** A line for the shell that calls the tool echo over stdio. */
    static String pipedCall(String command) {
        return "echo '" + CALL + "' | " + quoteForShell(command) + " demo --stdio";
    }

    /** What clients that start their servers have in their configuration. */
    static String clientConfiguration(String command) {
        return "{\"mcpServers\":{\"tenon-demo\":{\"command\":" + Json.of(command)
                + ",\"args\":[\"demo\",\"--stdio\"]}}}";
    }

    private static String quoteForShell(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
