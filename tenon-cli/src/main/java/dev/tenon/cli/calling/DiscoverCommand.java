package dev.tenon.cli.calling;

import dev.tenon.cli.exit.ExitCode;
import dev.tenon.cli.screen.Columns;
import dev.tenon.cli.screen.Screen;
import dev.tenon.cli.screen.Visible;
import dev.tenon.client.ServerInfo;
import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.MetaKey;
import dev.tenon.model.ServerCapabilities;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;

/** The command {@code tenon discover}. */
@Command(
        name = "discover",
        description = "Tells what a server is and what it can.",
        customSynopsis = {"tenon discover [OPTIONS] URL", "tenon discover [OPTIONS] -- COMMAND [ARGS]"})
final class DiscoverCommand extends CallingCommand {
    private static final int LABEL = 14;

    @Override
    void checkWords(List<String> rest) {
        atMost(0, rest, "discover takes a server only.");
    }

    @Override
    int run(Session session, List<String> rest) {
        ServerInfo info = session.client().server();
        session.show(() -> json(session.wiretap(), info), () -> print(session.screen(), info));
        return ExitCode.OK;
    }

    /** In one shape for all revisions, of the parts as the server gave them. */
    private static Json json(Wiretap wiretap, ServerInfo info) {
        Json said = wiretap.last(info.revision().isStateless() ? "server/discover" : "initialize");
        Json meta = said.get("_meta");
        Json identity = meta == null ? null : meta.get(MetaKey.SERVER_INFO);
        Map<String, Json> all = new LinkedHashMap<>();
        all.put("revision", Json.of(info.revision().wireName()));
        all.put("supportedVersions", Json.of(info.supportedVersions()));
        all.put("serverInfo", identity == null ? said.get("serverInfo") : identity);
        all.put("capabilities", said.get("capabilities"));
        all.put("instructions", said.get("instructions"));
        all.values().removeIf(Objects::isNull);
        return Json.of(all);
    }

    private static void print(Screen screen, ServerInfo info) {
        Implementation identity = info.implementation();
        if (identity == null) {
            field(screen, "Server", "does not say what it is");
        } else {
            field(screen, "Server", Visible.line(identity.name() + " " + identity.version()));
            optional(screen, "Title", identity.title());
            optional(screen, "Description", identity.description());
            optional(screen, "Web site", identity.websiteUrl());
        }
        field(screen, "Revision", info.revision().wireName());
        if (!info.supportedVersions().isEmpty()) {
            field(screen, "It knows", Visible.line(String.join(", ", info.supportedVersions())));
        }
        abilities(info.capabilities()).forEach((name, what) -> field(screen, name, what));
        String instructions = info.instructions();
        if (instructions != null && !instructions.isBlank()) {
            screen.line(screen.bold("Instructions"));
            screen.paragraph(Visible.text(instructions), "  ");
        }
    }

    private static Map<String, String> abilities(ServerCapabilities can) {
        Map<String, String> abilities = new LinkedHashMap<>();
        if (can.tools() != null) {
            abilities.put("Tools", "yes" + changes(can.tools().listChanged()));
        }
        if (can.resources() != null) {
            abilities.put(
                    "Resources",
                    "yes" + changes(can.resources().listChanged())
                            + (can.resources().subscribe() ? ", can be watched" : ""));
        }
        if (can.prompts() != null) {
            abilities.put("Prompts", "yes" + changes(can.prompts().listChanged()));
        }
        if (can.completions()) {
            abilities.put("Completions", "yes");
        }
        if (can.logging()) {
            abilities.put("Logging", "yes");
        }
        names(abilities, "Extensions", can.extensions());
        names(abilities, "Experimental", can.experimental());
        return abilities;
    }

    private static String changes(boolean told) {
        return told ? ", tells of changes" : "";
    }

    private static void names(Map<String, String> abilities, String label, Map<String, Json> named) {
        if (!named.isEmpty()) {
            abilities.put(label, Visible.line(String.join(", ", new ArrayList<>(named.keySet()))));
        }
    }

    private static void optional(Screen screen, String label, @Nullable String text) {
        if (text != null) {
            field(screen, label, Visible.line(text));
        }
    }

    private static void field(Screen screen, String label, String value) {
        screen.line(screen.bold(Columns.padded(label, LABEL)) + value);
    }
}
