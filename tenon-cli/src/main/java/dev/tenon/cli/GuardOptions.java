package dev.tenon.cli;

import dev.tenon.cli.argument.HeaderOption;
import dev.tenon.cli.argument.ServerAddress;
import dev.tenon.cli.exit.FailureException;
import dev.tenon.guard.audit.AuditContent;
import dev.tenon.guard.audit.AuditSettings;
import dev.tenon.guard.command.Sandbox;
import dev.tenon.guard.config.AuditPlan;
import dev.tenon.guard.config.Behind;
import dev.tenon.guard.config.Credentials;
import dev.tenon.guard.config.Front;
import dev.tenon.guard.config.GuardConfig;
import dev.tenon.guard.config.LimitSettings;
import dev.tenon.guard.config.PolicySettings;
import dev.tenon.guard.config.Upstream;
import dev.tenon.guard.policy.Mode;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One server to guard, as the words of a command name it, in place of a file. */
final class GuardOptions {
    private static final String SERVER =
            " Write --upstream http://HOST:PORT/PATH, or the command that starts the server at"
                    + " the end, behind --.";

    @Option(
            names = "--http",
            paramLabel = "HOST:PORT",
            description = "Where to listen for Streamable HTTP; port 0 takes any that is free. By default the guard"
                    + " speaks on standard input and output.")
    private @Nullable HostPort http;

    @Mixin
    private HttpPaths paths = new HttpPaths();

    @Option(
            names = "--upstream",
            paramLabel = "URL",
            description = "The server to guard, at an http, https, ws or wss URL.")
    private @Nullable String upstream;

    @Option(names = "--upstream-sse", description = "Speak the old HTTP+SSE transport with the server to guard.")
    private boolean upstreamSse;

    @Option(
            names = "--header",
            paramLabel = HeaderOption.LABEL,
            description =
                    "Send this header with every request to the server. Can be given more than once. Keep secrets off"
                            + " the command line: NAME:@FILE, or 'NAME:$${VARIABLE}' in single quotes.")
    private List<String> headers = List.of();

    @Option(
            names = "--env",
            paramLabel = "NAME=VALUE",
            description =
                    "Give the command of the server this variable, besides PATH, HOME and the like. With NAME alone"
                            + " it gets the variable as it is here.")
    private List<String> environment = List.of();

    @Option(names = "--cwd", paramLabel = "DIR", description = "Run the command of the server in this directory.")
    private @Nullable Path directory;

    @Option(
            names = "--sandbox",
            description = "Run the command of the server under bubblewrap: it may read the system and nothing of yours,"
                    + " write nothing, and has no network, but for what is allowed.")
    private boolean sandbox;

    @Option(names = "--allow-read", paramLabel = "DIR", description = "With --sandbox: it may read this.")
    private List<Path> readable = List.of();

    @Option(names = "--allow-write", paramLabel = "DIR", description = "With --sandbox: it may read and write this.")
    private List<Path> writable = List.of();

    @Option(names = "--allow-network", description = "With --sandbox: it may use the network.")
    private boolean network;

    @Option(
            names = "--audit",
            paramLabel = "FILE",
            description = "Write every exchange to this file, in lines of JSON.")
    private @Nullable Path audit;

    @Option(
            names = "--lock",
            paramLabel = "FILE",
            description = "Let only tools through that are as they were when they were approved: see tenon guard"
                    + " approve. The first list of the server counts as approved.")
    private @Nullable Path lock;

    /** Has its fields set by the parser of the command line. */
    GuardOptions() {}

    /** Whether any of the words was there, so that there is no room for a file. */
    boolean isGiven(List<String> command) {
        boolean any = http != null || upstream != null || audit != null || lock != null || directory != null;
        return any || sandbox || !headers.isEmpty() || !environment.isEmpty() || !command.isEmpty();
    }

    /**
     * The configuration that these words stand for.
     *
     * @param command the command of the server, empty for none
     */
    GuardConfig config(List<String> command) {
        Upstream server = new Upstream(
                "server",
                behind(command),
                "",
                Optional.empty(),
                LimitSettings.DEFAULT.callTime(),
                PolicySettings.usual(lock == null ? Mode.OFF : Mode.ENFORCE));
        return new GuardConfig(
                front(),
                List.of(server),
                LimitSettings.DEFAULT,
                Optional.ofNullable(audit)
                        .map(file -> new AuditPlan(
                                AuditSettings.of(file), AuditContent.redacted(), AuditContent.redacted())),
                Optional.empty(),
                lock == null ? Path.of("tenon.lock") : lock);
    }

    private Front front() {
        if (http == null) {
            if (paths.areGiven()) {
                throw FailureException.misused("--path, --sse and --websocket need --http HOST:PORT");
            }
            return new Front.Stdio();
        }
        paths.checkDistinct();
        return new Front.Http(
                http.host(),
                http.port(),
                paths.endpoint(),
                paths.sse(),
                paths.webSocket(),
                List.of(),
                List.of(),
                Optional.empty());
    }

    private Behind behind(List<String> command) {
        if (upstream == null == command.isEmpty()) {
            String problem =
                    upstream == null ? "The server to guard is missing." : "One server is guarded, and two are named.";
            throw FailureException.misused(problem + SERVER);
        }
        if (upstream == null) {
            if (!headers.isEmpty() || upstreamSse) {
                throw FailureException.misused("--header and --upstream-sse are for servers at a URL");
            }
            return program(command);
        }
        if (!environment.isEmpty() || directory != null || sandbox) {
            throw FailureException.misused("--env, --cwd and --sandbox are for servers that are started");
        }
        URI url = ServerAddress.read(upstream, SERVER);
        return new Behind.Remote(url, upstreamSse, HeaderOption.read(headers, System.getenv()), new Credentials.None());
    }

    private Behind.Program program(List<String> command) {
        if (!sandbox && (network || !readable.isEmpty() || !writable.isEmpty())) {
            throw FailureException.misused("--allow-read, --allow-write and --allow-network need --sandbox");
        }
        List<String> inherited = new ArrayList<>();
        Map<String, String> set = new LinkedHashMap<>();
        for (String variable : environment) {
            int sign = variable.indexOf('=');
            if (sign == 0) {
                throw FailureException.misused("--env " + variable + " is no variable. Write NAME=VALUE, or NAME.");
            } else if (sign < 0) {
                inherited.add(variable);
            } else {
                set.put(variable.substring(0, sign), variable.substring(sign + 1));
            }
        }
        return new Behind.Program(
                command,
                inherited,
                set,
                directory == null
                        ? Behind.Program.HERE
                        : directory.toAbsolutePath().normalize(),
                sandbox ? Optional.of(new Sandbox(absolute(readable), absolute(writable), network)) : Optional.empty(),
                true,
                Behind.Program.STDERR_BYTES);
    }

    private static List<Path> absolute(List<Path> paths) {
        return paths.stream().map(path -> path.toAbsolutePath().normalize()).toList();
    }
}
