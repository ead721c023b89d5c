package dev.tenon.cli;

import static dev.tenon.cli.error.CommandFailedException.usageError;

import dev.tenon.cli.argument.HeaderOptionParser;
import dev.tenon.cli.argument.ServerUrlParser;
import dev.tenon.guard.audit.AuditRedactor;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.command.SandboxSettings;
import dev.tenon.guard.config.AuditConfig;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.GuardConfigFile;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.ListenConfig;
import dev.tenon.guard.config.PolicySettings;
import dev.tenon.guard.config.UpstreamConfig;
import dev.tenon.guard.config.UpstreamCredentials.NoCredentials;
import dev.tenon.guard.config.UpstreamTarget;
import dev.tenon.guard.config.UpstreamTarget.ProcessTarget;
import dev.tenon.guard.policy.EnforcementMode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** Options that configure a guard for one server, instead of a configuration file. */
final class GuardOptions {
    private static final String ADVICE =
            " Write --upstream http://HOST:PORT/PATH, or the command that starts the server at the end, after --.";

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = {
                "Listen on this address for Streamable HTTP; port 0 selects a free one",
                "(default: serve on standard input and output)."
            })
    private @Nullable BindAddress http;

    @Mixin
    private HttpPathOptions paths = new HttpPathOptions();

    @Option(
            names = "--upstream",
            paramLabel = "URL",
            description = "Guard the server at this http, https, ws or wss URL.")
    private @Nullable String upstream;

    @Option(names = "--upstream-sse", description = "Use the legacy HTTP+SSE transport to the server.")
    private boolean upstreamSse;

    @Option(
            names = "--header",
            paramLabel = HeaderOptionParser.LABEL,
            description = {
                "Add this header to every request to the server (repeatable).",
                "For secrets use NAME:@FILE, or 'NAME:$${VARIABLE}' in single quotes."
            })
    private List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description = {
                "Set this variable for the server command, besides PATH, HOME and similar.",
                "NAME alone passes the current value (repeatable)."
            })
    private List<String> environment = List.of();

    @Option(
            names = "--cwd",
            paramLabel = "DIR",
            description = "Run the server command in this directory (default: current directory).")
    private @Nullable Path directory;

    @Option(
            names = "--sandbox",
            description = {
                "Run the server command under bubblewrap: no access to your files,",
                "no writes and no network, except as allowed by --allow-..."
            })
    private boolean sandbox;

    @Option(
            names = "--allow-read",
            paramLabel = "DIR",
            description = "Allow the sandboxed command to read this directory (repeatable).")
    private List<Path> readable = List.of();

    @Option(
            names = "--allow-write",
            paramLabel = "DIR",
            description = "Allow the sandboxed command to read and write this directory (repeatable).")
    private List<Path> writable = List.of();

    @Option(names = "--allow-network", description = "Allow the sandboxed command to use the network.")
    private boolean network;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Write an audit record of every exchange to this file, as JSON lines.")
    private @Nullable Path audit;

    @Option(
            names = "--lock",
            paramLabel = "FILE",
            description = {
                "Block tools whose definitions changed since they were approved.",
                "On first use, the current definitions are trusted. See: tenon guard approve."
            })
    private @Nullable Path lock;

    /**
     * Throws a usage error if a command of a server, or an option that excludes a configuration file, is given.
     *
     * @param allowed the arguments that can be combined with {@code --config}
     */
    static void requireNone(CommandLine line, List<String> command, List<String> allowed) {
        if (!command.isEmpty()
                || !line.getParseResult().matchedOptions().stream()
                        .map(OptionSpec::longestName)
                        .allMatch(name -> name.equals("--config") || allowed.contains(name))) {
            throw usageError("--config can only be combined with " + String.join(" and ", allowed)
                    + ". Write all other settings in the file.");
        }
    }

    /**
     * Returns the configuration for these options.
     *
     * @param command the command of the server, or an empty list
     */
    GuardConfig toConfig(List<String> command) {
        UpstreamTarget target = createUpstreamTarget(command);
        Duration timeout = LimitSettings.DEFAULT.callTimeout();
        PolicySettings policies =
                GuardConfigFile.defaultPolicies(lock == null ? EnforcementMode.OFF : EnforcementMode.ENFORCE);
        UpstreamConfig server = new UpstreamConfig("server", target, "", Optional.empty(), timeout, policies);
        AuditRedactor redactor = AuditRedactor.redactSecrets();
        return new GuardConfig(
                createListenConfig(),
                List.of(server),
                LimitSettings.DEFAULT,
                Optional.ofNullable(audit).map(file -> new AuditConfig(AuditSettings.of(file), redactor, redactor)),
                Optional.empty(),
                lock == null ? Path.of("tenon.lock") : lock);
    }

    private ListenConfig createListenConfig() {
        if (http == null) {
            if (paths.isAnyGiven()) {
                throw usageError("--path, --sse and --websocket require --http HOST:PORT");
            }
            return new ListenConfig.StdioListenConfig();
        }
        return paths.toListenConfig(http);
    }

    private UpstreamTarget createUpstreamTarget(List<String> command) {
        if (upstream == null) {
            if (command.isEmpty()) {
                throw usageError("The server to guard is missing." + ADVICE);
            }
            if (!headers.isEmpty() || upstreamSse) {
                throw usageError("--header and --upstream-sse require --upstream URL");
            }
            return createCommandTarget(command);
        }
        if (!command.isEmpty()) {
            throw usageError("Two servers are given, but only one can be guarded." + ADVICE);
        }
        if (!environment.isEmpty() || directory != null || sandbox) {
            throw usageError("--env, --cwd and --sandbox require a server command");
        }
        URI url = ServerUrlParser.parse(upstream, ADVICE);
        return new UpstreamTarget.NetworkTarget(
                url, upstreamSse, HeaderOptionParser.parse(headers, System.getenv()), new NoCredentials());
    }

    private ProcessTarget createCommandTarget(List<String> command) {
        if (!sandbox && (network || !readable.isEmpty() || !writable.isEmpty())) {
            throw usageError("--allow-read, --allow-write and --allow-network require --sandbox");
        }
        List<String> inherited = new ArrayList<>();
        Map<String, String> set = new LinkedHashMap<>();
        for (String variable : environment) {
            int separator = variable.indexOf('=');
            if (separator == 0) {
                throw usageError("--env " + variable + " is invalid. Write NAME=VALUE or NAME.");
            } else if (separator < 0) {
                inherited.add(variable);
            } else {
                set.put(variable.substring(0, separator), variable.substring(separator + 1));
            }
        }
        Path folder = directory == null
                ? ProcessTarget.CURRENT_DIRECTORY
                : directory.toAbsolutePath().normalize();
        Optional<SandboxSettings> permissions = sandbox
                ? Optional.of(new SandboxSettings(toAbsolute(readable), toAbsolute(writable), network))
                : Optional.empty();
        return new ProcessTarget(command, inherited, set, folder, permissions, true, ProcessTarget.STDERR_BYTES);
    }

    private static List<Path> toAbsolute(List<Path> paths) {
        return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    }
}
