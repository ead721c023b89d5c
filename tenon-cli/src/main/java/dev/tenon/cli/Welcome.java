package dev.tenon.cli;

import dev.tenon.cli.demo.DemoServer;
import dev.tenon.cli.screen.Columns;
import dev.tenon.cli.screen.Wrapped;
import dev.tenon.model.Revision;
import java.net.URI;
import java.util.List;

/** What people read when the demo starts: what it serves, how to reach it, and what to try next. */
final class Welcome {
    private static final int WIDTH = 100;
    private static final String MARGIN = "  ";
    private static final int LABEL = 14;

    /** Where the server is reached by a transport. */
    record Address(String transport, URI uri) {}

    private final StringBuilder text = new StringBuilder();

    private Welcome(DemoServer demo) {
        line("Tenon " + Version.get() + ", the demo server");
        line("");
        list(
                "Revisions",
                Revision.newestFirst().stream().map(Revision::wireName).toList());
        list("Tools", demo.tools());
        list("Resources", demo.resources());
        list("Prompts", demo.prompts());
        line("");
    }

    /** For the demo over HTTP, at these addresses, the first of them being that of Streamable HTTP. */
    static String http(DemoServer demo, List<Address> addresses, boolean everywhere) {
        Welcome welcome = new Welcome(demo);
        welcome.line("Give a client this URL:");
        for (Address address : addresses) {
            welcome.list(address.transport(), List.of(address.uri().toString()));
        }
        if (everywhere) {
            welcome.line("It listens on all addresses of this machine: whoever reaches one of them can call it.");
        }
        welcome.line("");
        welcome.tryNext("in another terminal", Example.curl(addresses.get(0).uri()));
        welcome.line("Ctrl-C stops the server.");
        return welcome.text.toString();
    }

    /** For the demo over standard input and output. */
    static String stdio(DemoServer demo) {
        String command = Example.command();
        Welcome welcome = new Welcome(demo);
        welcome.line("It speaks on standard input and output, to the client that started it. Most clients take this:");
        welcome.line(MARGIN + Example.configuration(command));
        welcome.line("");
        welcome.tryNext("in a terminal", Example.pipe(command));
        welcome.line("The end of the input, Ctrl-D in a terminal, stops the server.");
        return welcome.text.toString();
    }

    private void tryNext(String where, String command) {
        line("Try this " + where + ":");
        line(MARGIN + command);
        line("");
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }

    /** A label and, beside it, words in lines that a terminal shows whole. */
    private void list(String label, List<String> words) {
        String indent = " ".repeat(MARGIN.length() + LABEL);
        String beside = Wrapped.text(String.join(", ", words), WIDTH, indent).substring(indent.length());
        line(Columns.padded(MARGIN + label, indent.length()) + beside);
    }
}
