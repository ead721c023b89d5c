package dev.tenon.guard.aggregate;

import dev.tenon.json.Json;
import dev.tenon.model.Implementation;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.forwarder.ServerDescription;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What several servers say of themselves as one. */
final class ServerDescriptionMerger {
    private ServerDescriptionMerger() {}

    static ServerDescription merge(List<MemberResult<ServerDescription>> said, Implementation self) {
        List<ServerCapabilities> all = said.stream()
                .map(MemberResult::value)
                .filter(known -> known != null)
                .map(ServerDescription::capabilities)
                .toList();
        String instructions = said.stream()
                .map(ServerDescriptionMerger::instructions)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n\n"));
        return new ServerDescription(self, mergeCapabilities(all), instructions.isEmpty() ? null : instructions);
    }

    /** Members come and go, so that each list there is may change. */
    private static ServerCapabilities mergeCapabilities(List<ServerCapabilities> all) {
        // Names of extensions are passed on as they are, whatever a server calls them.
        ServerCapabilities union = new ServerCapabilities(
                null,
                null,
                null,
                all.stream().anyMatch(ServerCapabilities::logging),
                all.stream().anyMatch(ServerCapabilities::completions),
                agreedEntries(all, ServerCapabilities::experimental),
                agreedEntries(all, ServerCapabilities::extensions));
        if (all.stream().anyMatch(can -> can.tools() != null)) {
            union = union.withTools(true);
        }
        if (all.stream().anyMatch(can -> can.prompts() != null)) {
            union = union.withPrompts(true);
        }
        if (all.stream().anyMatch(can -> can.resources() != null)) {
            union = union.withResources(all.stream().anyMatch(ServerDescriptionMerger::subscribes), true);
        }
        return union;
    }

    private static boolean subscribes(ServerCapabilities can) {
        ServerCapabilities.Resources resources = can.resources();
        return resources != null && resources.subscribe();
    }

    /** What some have and nobody has otherwise. */
    private static Map<String, Json> agreedEntries(
            List<ServerCapabilities> all, Function<ServerCapabilities, Map<String, Json>> part) {
        Map<String, Json> agreed = new LinkedHashMap<>();
        Set<String> disputed = new HashSet<>();
        for (ServerCapabilities can : all) {
            part.apply(can).forEach((name, settings) -> {
                Json other = agreed.putIfAbsent(name, settings);
                if (other != null && !other.equals(settings)) {
                    disputed.add(name);
                }
            });
        }
        agreed.keySet().removeAll(disputed);
        return agreed;
    }

    private static String instructions(MemberResult<ServerDescription> said) {
        ServerDescription known = said.value();
        @Nullable String text = known == null ? null : known.instructions();
        if (text == null || text.isBlank()) {
            return "";
        }
        String prefix = said.member().member().prefix();
        String names = prefix.isEmpty() ? "" : " (names of tools and prompts begin with " + prefix + ")";
        return "# " + said.member().name() + names + "\n\n" + text.strip();
    }
}
