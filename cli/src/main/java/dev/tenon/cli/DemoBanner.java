package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.terminal.LineWrapper;
import dev.tenon.cli.terminal.TerminalStrings;
import dev.tenon.model.Revision;
import java.net.URI;
import java.util.List;

/** The text that the demo prints at startup: features, addresses, and a first command to try. */
final class DemoBanner {
    private static final int WIDTH = 100;
    private static final String MARGIN = "  ";
    private static final int LABEL = 14;

    /** The URI at which a transport is served. */
    record ServedAddress(String transport, URI uri) {}

    private final StringBuilder text = new StringBuilder();

    private DemoBanner(DemoServer demo) {
        appendLine("Tenon " + ProductVersion.current() + ", the demo server");
        appendLine("");
        List<String> revisions =
                Revision.newestFirst().stream().map(Revision::wireName).toList();
        appendList("Revisions", revisions);
        appendList("Tools", demo.toolNames());
        appendList("Resources", demo.resourceUris());
        appendList("Prompts", demo.promptNames());
        appendLine("");
    }

    /** Returns the banner for HTTP. The first address is that of Streamable HTTP. */
    static String forHttp(DemoServer demo, List<ServedAddress> addresses, boolean isWildcard) {
        DemoBanner banner = new DemoBanner(demo);
        banner.appendLine("Give a client this URL:");
        for (ServedAddress address : addresses) {
            banner.appendList(address.transport(), List.of(address.uri().toString()));
        }
        if (isWildcard) {
            banner.appendLine(
                    "It listens on all addresses of this machine: every client that reaches one can call it.");
        }
        banner.appendLine("");
        banner.appendExample(
                "in another terminal", CommandExamples.curlCall(addresses.get(0).uri()));
        banner.appendLine("Ctrl-C stops the server.");
        return banner.text.toString();
    }

    /** Returns the banner for standard input and output. */
    static String forStdio(DemoServer demo) {
        String command = CommandExamples.currentCommand();
        DemoBanner banner = new DemoBanner(demo);
        banner.appendLine(
                "It serves the client that starts it, on standard input and output. Configuration for most clients:");
        banner.appendLine(MARGIN + CommandExamples.clientConfiguration(command));
        banner.appendLine("");
        banner.appendExample("in a terminal", CommandExamples.pipedCall(command));
        banner.appendLine("End of input (Ctrl-D in a terminal) stops the server.");
        return banner.text.toString();
    }

    private void appendExample(String where, String command) {
        appendLine("Try this " + where + ":");
        appendLine(MARGIN + command);
        appendLine("");
    }

    private void appendLine(String line) {
        text.append(line).append(System.lineSeparator());
    }

    /** Appends a label followed by the words, wrapped to the width of a terminal. */
    private void appendList(String label, List<String> words) {
        String indent = " ".repeat(MARGIN.length() + LABEL);
        String wrapped =
                LineWrapper.wrap(String.join(", ", words), WIDTH, indent).substring(indent.length());
        appendLine(TerminalStrings.pad(MARGIN + label, indent.length()) + wrapped);
    }
}
