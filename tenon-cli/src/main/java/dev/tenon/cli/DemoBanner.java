package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.terminal.LineWrapper;
import dev.tenon.cli.terminal.TerminalStrings;
import dev.tenon.model.Revision;
import java.net.URI;
import java.util.List;

/** What people read when the demo starts: what it serves, how to reach it, and what to try next. */
final class DemoBanner {
    private static final int WIDTH = 100;
    private static final String MARGIN = "  ";
    private static final int LABEL = 14;

    /** Where the server is reached by a transport. */
    record ServedAddress(String transport, URI uri) {}

    private final StringBuilder text = new StringBuilder();

    private DemoBanner(DemoServer demo) {
        appendLine("Tenon " + ProductVersion.current() + ", the demo server");
        appendLine("");
        appendList(
                "Revisions",
                Revision.newestFirst().stream().map(Revision::wireName).toList());
        appendList("Tools", demo.tools());
        appendList("Resources", demo.resources());
        appendList("Prompts", demo.prompts());
        appendLine("");
    }

    /** For the demo over HTTP, at these addresses, the first of them being that of Streamable HTTP. */
    static String forHttp(DemoServer demo, List<ServedAddress> addresses, boolean everywhere) {
        DemoBanner welcome = new DemoBanner(demo);
        welcome.appendLine("Give a client this URL:");
        for (ServedAddress address : addresses) {
            welcome.appendList(address.transport(), List.of(address.uri().toString()));
        }
        if (everywhere) {
            welcome.appendLine("It listens on all addresses of this machine: whoever reaches one of them can call it.");
        }
        welcome.appendLine("");
        welcome.appendExample(
                "in another terminal", CommandExamples.curlCall(addresses.get(0).uri()));
        welcome.appendLine("Ctrl-C stops the server.");
        return welcome.text.toString();
    }

    /** For the demo over standard input and output. */
    static String forStdio(DemoServer demo) {
        String command = CommandExamples.currentCommand();
        DemoBanner welcome = new DemoBanner(demo);
        welcome.appendLine(
                "It speaks on standard input and output, to the client that started it. Most clients take this:");
        welcome.appendLine(MARGIN + CommandExamples.clientConfiguration(command));
        welcome.appendLine("");
        welcome.appendExample("in a terminal", CommandExamples.pipedCall(command));
        welcome.appendLine("The end of the input, Ctrl-D in a terminal, stops the server.");
        return welcome.text.toString();
    }

    private void appendExample(String where, String command) {
        appendLine("Try this " + where + ":");
        appendLine(MARGIN + command);
        appendLine("");
    }

    private void appendLine(String line) {
        text.append(line).append(System.lineSeparator());
    }

    /** A label and, beside it, words in lines that a terminal shows whole. */
    private void appendList(String label, List<String> words) {
        String indent = " ".repeat(MARGIN.length() + LABEL);
        String beside =
                LineWrapper.wrap(String.join(", ", words), WIDTH, indent).substring(indent.length());
        appendLine(TerminalStrings.pad(MARGIN + label, indent.length()) + beside);
    }
}
