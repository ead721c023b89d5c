package dev.tenon.guard.command;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Finds programs that fetch a package and run it: without an exact version the code may change at any time. */
final class PackageRisks {
    private static final Pattern EXACT = Pattern.compile("v?[0-9]++(?:\\.[0-9A-Za-z+-]++){1,8}+");
    private static final String REASON = "runs a package without an exact version: its code may change at any time";

    /** The subcommands that precede the package, for programs with several. */
    private static final Map<String, Set<String>> VERBS = Map.of(
            "npm", Set.of("exec", "x"),
            "pnpm", Set.of("dlx"),
            "yarn", Set.of("dlx"),
            "bun", Set.of("x"),
            "uv", Set.of("tool", "run"),
            "pipx", Set.of("run"),
            "go", Set.of("run"));

    private static final Set<String> RUNNERS = Set.of("npx", "bunx", "pnpx", "uvx");

    /** Options whose value, the next argument, is a package. */
    private static final Set<String> PACKAGE_OPTIONS = Set.of("-p", "--package", "--from", "--spec");

    /** Other options whose value is the next argument. */
    private static final Set<String> OPTIONS_WITH_VALUE = Set.of(
            "--registry", "--python", "--index", "--index-url", "--with", "--call", "-C", "--directory", "--project");

    private PackageRisks() {}

    static void collectRisks(List<String> command, int at, RiskCollector collector) {
        String name = ShellRisks.programName(command.get(at));
        int from = at + 1;
        if (VERBS.containsKey(name)) {
            int verbs = from;
            while (verbs < command.size() && VERBS.get(name).contains(command.get(verbs))) {
                verbs++;
            }
            if (verbs == from || (name.equals("uv") && !command.get(from).equals("tool"))) {
                return;
            }
            from = verbs;
        } else if (!RUNNERS.contains(name)) {
            return;
        }
        checkPackages(command, from, collector);
    }

    private static void checkPackages(List<String> command, int from, RiskCollector collector) {
        boolean named = false;
        for (int i = from; i < command.size(); i++) {
            String argument = command.get(i);
            if (PACKAGE_OPTIONS.contains(argument) && i + 1 < command.size()) {
                named = true;
                checkPackage(command.get(++i), i, collector);
            } else if (argument.startsWith("--package=") || argument.startsWith("--from=")) {
                named = true;
                checkPackage(argument.substring(argument.indexOf('=') + 1), i, collector);
            } else if (OPTIONS_WITH_VALUE.contains(argument)) {
                i++;
            } else if (!argument.startsWith("-")) {
                if (!named) {
                    checkPackage(argument, i, collector);
                }
                return;
            }
        }
    }

    private static void checkPackage(String spec, int argument, RiskCollector collector) {
        if (spec.contains("://") || spec.startsWith("git+") || spec.startsWith("github:")) {
            collector.addRisk("command.fetch", argument, spec, "runs code from this address");
        } else if (!isLocal(spec) && !isPinned(spec)) {
            collector.addRisk("command.unpinned", argument, spec, REASON);
        }
    }

    private static boolean isLocal(String spec) {
        return spec.startsWith("./") || spec.startsWith("../") || spec.startsWith("/");
    }

    private static boolean isPinned(String spec) {
        int at = spec.lastIndexOf('@');
        int equal = spec.indexOf("==");
        String version = equal > 0 ? spec.substring(equal + 2) : at > 0 ? spec.substring(at + 1) : "";
        return EXACT.matcher(version).matches();
    }
}
