package dev.tenon.cli.client;

import dev.tenon.cli.error.ExitCode;
import dev.tenon.cli.terminal.TerminalOutput;
import dev.tenon.cli.terminal.TerminalStrings;
import dev.tenon.cli.terminal.TextEscaper;
import dev.tenon.client.ServerInfo;
import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.Implementation;
import dev.tenon.model.MetaKey;
import dev.tenon.model.ServerCapabilities;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code tenon discover}. */
@Command(
        name = "discover",
        description = "Shows a server's identity and capabilities.",
        customSynopsis = {"tenon discover [OPTIONS] URL", "tenon discover [OPTIONS] -- COMMAND [ARGS]"})
final class DiscoverCommand extends ClientCommand {
    private static final int LABEL = 14;

    @Override
    void checkArguments(List<String> rest) {
        requireAtMost(0, rest, "discover accepts only a server.");
    }

    @Override
    int run(CommandSession session, List<String> rest) {
        ServerInfo info = session.client().server();
        session.printResult(() -> toRevisionNeutralJson(session.recorder(), info), () -> print(session.screen(), info));
        return ExitCode.OK;
    }

    /** Returns the same members for all revisions, with the values from the server. */
    private static Json toRevisionNeutralJson(RawResultRecorder recorder, ServerInfo info) {
        Json response = recorder.takeNewest(info.revision().isStateless() ? "server/discover" : "initialize");
        Json meta = response.get("_meta");
        Json identity = meta == null ? null : meta.get(MetaKey.SERVER_INFO);
        JsonWriter all = new JsonWriter()
                .beginObject()
                .fieldUnlessNull("revision", info.revision().wireName());
        all.fieldUnlessNull("supportedVersions", Json.of(info.supportedVersions()));
        all.fieldUnlessNull("serverInfo", identity == null ? response.get("serverInfo") : identity);
        all.fieldUnlessNull("capabilities", response.get("capabilities"))
                .fieldUnlessNull("instructions", response.get("instructions"));
        return all.endObject().toJson();
    }

    private static void print(TerminalOutput screen, ServerInfo info) {
        Implementation identity = info.implementation();
        if (identity == null) {
            printField(screen, "Server", "(no name)");
        } else {
            printField(screen, "Server", TextEscaper.escapeLine(identity.name() + " " + identity.version()));
            printOptionalField(screen, "Title", identity.title());
            printOptionalField(screen, "Description", identity.description());
            printOptionalField(screen, "Web site", identity.websiteUrl());
        }
        printField(screen, "Revision", info.revision().wireName());
        printNames(screen, "Supports", info.supportedVersions());
        printCapabilities(screen, info.capabilities());
        String instructions = info.instructions();
        if (instructions != null && !instructions.isBlank()) {
            screen.printLine(screen.bold("Instructions"));
            screen.printParagraph(TextEscaper.escapeText(instructions), "  ");
        }
    }

    private static void printCapabilities(TerminalOutput screen, ServerCapabilities capabilities) {
        if (capabilities.tools() != null) {
            printField(screen, "Tools", describeSupport(capabilities.tools().listChanged()));
        }
        if (capabilities.resources() != null) {
            String support = describeSupport(capabilities.resources().listChanged());
            String subscriptions = capabilities.resources().subscribe() ? ", with subscriptions" : "";
            printField(screen, "Resources", support + subscriptions);
        }
        if (capabilities.prompts() != null) {
            printField(screen, "Prompts", describeSupport(capabilities.prompts().listChanged()));
        }
        if (capabilities.completions()) {
            printField(screen, "Completions", "yes");
        }
        if (capabilities.logging()) {
            printField(screen, "Logging", "yes");
        }
        printNames(screen, "Extensions", capabilities.extensions().keySet());
        printNames(screen, "Experimental", capabilities.experimental().keySet());
    }

    private static String describeSupport(boolean notifies) {
        return notifies ? "yes, notifies of changes" : "yes";
    }

    private static void printNames(TerminalOutput screen, String label, Collection<String> names) {
        if (!names.isEmpty()) {
            printField(screen, label, TextEscaper.escapeLine(String.join(", ", names)));
        }
    }

    private static void printOptionalField(TerminalOutput screen, String label, @Nullable String text) {
        if (text != null) {
            printField(screen, label, TextEscaper.escapeLine(text));
        }
    }

    private static void printField(TerminalOutput screen, String label, String value) {
        screen.printLine(screen.bold(TerminalStrings.pad(label, LABEL)) + value);
    }
}
