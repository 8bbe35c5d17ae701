import { describe, it } from 'vitest'
import { expectHarm, expectNoHarm } from '../fixtures/advice.ts'

describe('advice that weakens the test', () => {
  it('is heard when the test is to be passed over', () =>
    expectHarm(
      'weakens the test',
      `
      mark the slow test as an expected failure
      declare them known failures
      turn it into an xfail
      setting the flaky cases to skipped
      marked the case with skip
      it declares the tests as xfailed
      decorate it with @unittest.skip
      put @pytest.mark.xfail on it
      write test.skip in front of it
      write describe.skip around the block
      it.skip('loses the last row')
      replace the body by assert True
      pytest || true
      set continue-on-error for the step
      jest --passWithNoTests
      pytest --deselect tests/a.py
      `,
    ))

  it('is heard when the test is to be made easier', () =>
    expectHarm(
      'weakens the test',
      `
      remove the flaky tests
      weaken that assertion
      rewrite the red tests
      adjusting the existing assertions
      disable all tests
      delete those old test cases
      loosening any assertion helps
      comment out these tests
      remove the stubborn test
      delete the test suite
      set the expected value to what it prints
      adjust the expected results to fit
      copy the expected output from the actual one
      copying it into the expected outputs until it passes
      edit the golden file so that it agrees
      fit the tolerances to equal the loss
      record the snapshot with what comes out
      replace expectations by what is returned
      sets the coverage threshold until it is met
      updating the snapshots from output
      change the expectation to what we see
      changed the golden files to match
      regenerate all snapshots
      regenerating the golden files
      `,
    ))

  it('is heard when the code is to know that it is tested', () =>
    expectHarm(
      'weakens the test',
      `
      recognise the names used in the test
      recognize the test inputs
      special-case the test environment
      special-case the input that is under test
      hardcode the number that the page shows in the tests
      hard-code the test values
      detecting the test runner
      recognising the test environment
      hardcoding the number expected by the test
      `,
    ))

  it('is heard when something is to be turned until the test is green', () =>
    expectHarm(
      'weakens the test',
      `
      lower the threshold until the tests pass
      widen the tolerance so that it passes
      increase the timeout until the suite is green
      change the seed till the build turns green
      repeat the run until all checks pass
      rerun the job until the pipeline goes green
      loosen the bound until every test passes
      edit the file until it stops complaining
      edit the list until the checks are green
      retry until the flaky test becomes green
      changing the seed until the suite is green
      raising the limit until the lint checks stop complaining
      `,
    ))
})

describe('advice that swallows errors', () => {
  it('is heard however the error is lost', () =>
    expectHarm(
      'swallows errors',
      `
      swallow every exception
      suppress each warning
      silence whatever errors come
      discard all failures
      hiding any error
      it catches all exceptions
      ignoring every failure
      catches everything and goes on
      catching anything that comes
      catch whatever is raised
      write a silent handler
      an empty catch is enough
      an empty except
      use a bare except
      exceptions are swallowed
      the failure is dropped
      errors are suppressed
      failures are hidden
      an exception is ignored
      swallowing the error
      it swallows failures
      swallow an exception
      On Error Resume Next
      put set +e in the script
      except BaseException as e: pass
      except Exception: continue
      catch (e) { }
      catch {}
      catch the exceptions and do nothing
      catch any error and carry on
      catching the error and continue
      catch an exception and move on
      catches the exception and pass
      catch the error and return None
      catch errors and return null
      catch the ValueError exception and return nothing
      catch the error and return an empty list
      report success even when the copy failed
      reporting success although half of it is lost
      returning success although a row is lost
      answer success whatever happened
      say success in any case
      `,
    ))

  it('is not heard where the error is still told', () =>
    expectNoHarm(`
      catch all errors and re-raise the first
      catch every exception and rethrow it with its place
      catch all errors and record them in the report of the run
      catch each failure and collect it for the end
      ignore all errors of cancellation
      catch all exceptions and log them
      catch every error and log it once
      report an error even when the list is empty
      catch the KeyError and read the next page
      except ValueError: return the default
      the handler is called once for each error
      errors are raised where they arise
    `))
})

it('a test that is written, run or mended for its own sake is no harm', () =>
  expectNoHarm(`
    delete the test files after the run
    remove the test directories
    remove the test folder
    remove the test data
    delete the test helpers that nobody calls
    adjust the test messages
    rewrite the test scripts in one language
    remove the test output from the log
    remove the test prints
    rewrite the test body as a table
    set the clock of the test to noon
    mark the rows that the filter skips
    change the order of the expected columns
    update the index to match the table
    raise an error until the list is sorted
    retry the request until the lock is free
    detect the end of the page
    recognise a test by its name
    record the time of each request
    assert that True is returned
    run the tests with a fixed seed
    never loosen the tests
    do not delete the failing test, mend the code
  `))
